import { AppError } from '@kerbside/schema/errors'
import { bodyLimit } from '@kerbside/schema/quotes/quote'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const tooLarge = (limit: number) =>
  new AppError('TOO_LARGE', `A request may hold ${Math.floor(limit / 1024)} KiB at most.`)

/** The whole body, refused as soon as it is known to be too large, whether or not its length was announced. */
export async function readBody(request: Request, limit: number = bodyLimit): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > limit) throw tooLarge(limit)
  // HTTP itself holds a body to its announced length, and the server reads such a body without a stream.
  if (announced !== null) return decode(within(limit, await request.arrayBuffer()))
  if (request.body === null) return ''
  return decode(await readBounded(request.body, limit))
}

function within(limit: number, bytes: ArrayBuffer): ArrayBuffer {
  if (bytes.byteLength > limit) throw tooLarge(limit)
  return bytes
}

async function readBounded(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts)
}

function decode(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('MALFORMED', 'The request is not valid UTF-8 text.')
  }
}

/** `application/json` and its `+json` relatives, with or without a charset. */
export const isJsonType = (type: string | null) => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '')

/** The body as JSON: another type is 415, text that is no JSON 400. An empty body is undefined. */
export async function readJson(request: Request, limit?: number): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !isJsonType(type)) throw new AppError('UNSUPPORTED', 'Send the request as application/json.')
  const text = await readBody(request, limit)
  if (text === '') return undefined
  if (type === null) throw new AppError('UNSUPPORTED', 'Send the request as application/json.')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('MALFORMED', 'The request is not valid JSON.')
  }
}
