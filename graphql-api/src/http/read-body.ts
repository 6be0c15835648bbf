import { AppError, invalid } from '@kerbside/schema/errors'
import { bodyLimit } from '@kerbside/schema/quotes/quote'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const tooLarge = (limit: number) =>
  new AppError('TOO_LARGE', `A request may hold ${Math.floor(limit / 1024)} KiB at most.`)

/** Levels of lists and objects in a JSON body. Page content, the deepest there is, has 12 and a few around it. */
const depthLimit = 32

/** The whole body, rejected as soon as it is known to be too large, whether or not its length was announced. */
export async function readBytes(request: Request, limit: number, tooLargeError: () => AppError): Promise<Buffer> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > limit) throw tooLargeError()
  try {
    // HTTP holds a body to its announced length, and the server reads such a body without a stream.
    if (announced === null) return await readBounded(request.body ?? [], limit, tooLargeError)
    const bytes = Buffer.from(await request.arrayBuffer())
    if (bytes.byteLength > limit) throw tooLargeError()
    return bytes
  } catch (error) {
    if (error instanceof AppError) throw error
    // Only the connection can fail here: the client has left, or was too slow. That is no fault of ours.
    throw new AppError('MALFORMED', 'The request broke off before its end.', { cause: error })
  }
}

/** Reads a body that nobody wants to its end, as far as this many bytes, and stores none of it. */
export async function discardBody(request: Request, limit: number): Promise<void> {
  let size = 0
  try {
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      if (size > limit) return
    }
  } catch {
    // The client has left: nobody waits for the answer.
  }
}

async function readBounded(
  body: AsyncIterable<Uint8Array> | [],
  limit: number,
  tooLargeError: () => AppError,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    // Leaving the loop cancels the stream.
    if (size > limit) throw tooLargeError()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The whole body as text. */
export async function readBody(request: Request, limit: number = bodyLimit): Promise<string> {
  const bytes = await readBytes(request, limit, () => tooLarge(limit))
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('MALFORMED', 'The request is not valid UTF-8 text.')
  }
}

/** The fields of a posted HTML form; of those with the same name the last. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new AppError('UNSUPPORTED', 'This page takes its own form only.')
  }
  return Object.fromEntries(new URLSearchParams(await readBody(request)))
}

/**
 * Checks that a request is the one-click request of RFC 8058, which mail programs send in either encoding of forms, and the
 * page's button as well.
 */
export async function readOneClick(request: Request): Promise<void> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.test(type)) {
    throw new AppError('UNSUPPORTED', 'This address takes a form with List-Unsubscribe=One-Click only.')
  }
  const body = await readBody(request)
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
  if (form?.get('List-Unsubscribe') !== 'One-Click') {
    throw invalid('List-Unsubscribe', 'Send List-Unsubscribe=One-Click')
  }
}

/** `application/json` and its `+json` relatives, with or without a charset. */
export const isJsonType = (type: string | null) => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '')

/** The body as JSON: another type is 415, text that is no JSON or too deep is 400. An empty body is undefined. */
export async function readJson(request: Request, limit?: number): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !isJsonType(type)) throw new AppError('UNSUPPORTED', 'Send the request as application/json.')
  const text = await readBody(request, limit)
  if (text === '') return undefined
  if (type === null) throw new AppError('UNSUPPORTED', 'Send the request as application/json.')
  const value = parseJson(text)
  // Later code walks through the value by recursion and must not run out of stack.
  if (isDeeper(value, depthLimit)) {
    throw new AppError('MALFORMED', `The request is nested too deeply: ${depthLimit} levels at most.`)
  }
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('MALFORMED', 'The request is not valid JSON.')
  }
}

/** Level by level, so that no depth is too much for it. */
function isDeeper(value: unknown, max: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= max; depth += 1) {
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []))
    if (level.length === 0) return false
  }
  return true
}
