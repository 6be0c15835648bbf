import fc, { type Arbitrary } from 'fast-check'

const words = (text: string) => text.trim().split(/\s+/)

const oddTexts = [
  ...words(
    '__proto__ constructor prototype toString hasOwnProperty $where $gt a.b __NONCE__ ${7*7} javascript:alert(1)',
  ),
  ...words(
    '../../etc/passwd %00 % %zz -1 0 1e999 NaN null ٣ 07 a@b 2026-13-45 0001-01-01T00:00:00Z +275760-09-13T00:00Z',
  ),
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202Eevil',
  '\uD800',
  '\uFEFF',
  '💥'.repeat(20),
  '9'.repeat(30),
  'x'.repeat(3_000),
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
]
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const oddJson = [
  ...words('null true -0 1.5 1e308 -1e308 2147483648 9007199254740993 [] {} [null] [[]] {"length":-1} {"toString":1}'),
  ...words('{"$gt":""} {"$where":"sleep(1)"} {"toString":null,"valueOf":{}} {"__proto__":{"admin":true}}'),
  ...words('{"constructor":{"prototype":{"x":1}}} {"_bsontype":"ObjectId","id":1}'),
  '{"a":'.repeat(13) + '1' + '}'.repeat(13),
  nested(31),
  nested(1_000),
  `[${'1,'.repeat(900)}1]`,
].map((text): unknown => JSON.parse(text))

export const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
export const oddValue: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...oddJson) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
export const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>, weight = 8) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })

/** Values of a header cannot hold everything that a text can. */
const headerText = oddText.map((text) => text.replace(/[^\x20-\x7E\xA0-\xFF]/g, '').trim())
const headerNames = words(
  `accept accept-language authorization cookie content-encoding forwarded idempotency-key if-match if-none-match if-range
  origin range referer x-forwarded-for x-http-method-override x-request-id`,
)
const headerValues = ['multipart/mixed', 'kerbside_refresh=a.b', 'bytes=5-2', 'bytes=0-0', 'Bearer x.y.z', '*']
export const oddHeaders = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.oneof(headerText, fc.constantFrom(...headerValues)),
  { maxKeys: 2 },
)
export const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD'))
