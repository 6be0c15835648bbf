import fc, { type Arbitrary } from 'fast-check'
import { addressOf, filled, request, role, type, type HostileRequest } from './hostile.ts'
import { encode, mostly, oddHeaders, oddText } from './hostile-values.ts'

/** The tokens of the signed pages of one lead, by the beginnings or ends of their paths, and the id of a price of its firm. */
export type Signed = Record<'offers' | 'leads' | 'manage' | 'firm' | 'stop-offers' | 'price', string>
/** Pages that are there: what they lead to must be reached to be tried. */
export type KnownPages = {
  paths: string[]
  /** The routes of the signed pages. */
  routes: string[]
  signed: Signed[]
  /** What the forms want, by the endings of their paths. */
  forms: Record<string, Record<string, string>>
}

/** The plain form, the signed pages, files and pages: whatever a browser can be led to. */
export function pageRequest(known: KnownPages, formNames: readonly string[]) {
  const place = mostly(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...known.paths) },
      { weight: 4, arbitrary: fc.constantFrom(...known.signed.flatMap((signed) => signedPaths(known.routes, signed))) },
    ),
    oddText.map((text) => `/${encode(text)}`),
    4,
  )
  const tail = mostly(
    fc.constant(''),
    oddText.map((text) => `/${encode(text)}?preview=${encode(text)}`),
    4,
  )
  const wantedBy = (path: string) => Object.entries(known.forms).find(([ending]) => path.endsWith(ending))?.[1] ?? {}
  return fc
    .tuple(place, tail)
    .map((parts) => parts.join(''))
    .chain((path) =>
      fc.record({
        method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
        path: fc.constant(path),
        body: filled(formNames, wantedBy(path)).map(addressOf),
        type: type('application/x-www-form-urlencoded'),
        headers: oddHeaders,
        role,
      }),
    )
    .map((rest): HostileRequest =>
      request({ ...rest, body: ['GET', 'HEAD'].includes(rest.method) ? undefined : rest.body }),
    )
}

/** The addresses of the signed pages, whose routes have an area and a token first. */
const signedPaths = (routes: readonly string[], signed: Signed) =>
  routes.map((route) => {
    const [, area, , ...rest] = route.split('/')
    const tokenAt = (place: string | undefined) => Object.entries(signed).find(([name]) => name === place)?.[1]
    const token = tokenAt(rest[0] === 'stop-offers' ? rest[0] : area) ?? 'x'
    return [`/${area}/${token}`, ...rest.map((part) => (/^:(?:price|id)$/.test(part) ? signed.price : part))].join('/')
  })

/** Files as a form sends them: no pictures, and hardly leads. */
export const uploadRequest: Arbitrary<HostileRequest> = fc
  .record({
    boundary: fc.constantFrom('x', 'x', '"', 'x'.repeat(200)),
    name: fc.constantFrom('file', 'file', 'other', '__proto__', ''),
    fileName: oddText,
    bytes: oddText,
    end: fc.constantFrom('\r\n--x--', '', '\r\n--x', '--x--'),
    path: fc.constantFrom('/api/images', '/api/imports', '/api/contractors/import?dry_run=false'),
    headers: oddHeaders,
    role,
  })
  .map(({ boundary, name, fileName, bytes, end, ...rest }) => {
    const body = `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${bytes}${end}`
    return request({
      ...rest,
      method: 'POST',
      body,
      type: `multipart/form-data; boundary=${boundary}`,
    })
  })
