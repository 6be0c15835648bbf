import { AppError, invalid } from '@kerbside/schema/errors'
import { bodyLimit } from '@kerbside/schema/quotes/quote'
import { readBytes, readForm } from './read-body.ts'

/** A file as it was sent; nothing about it has been checked. */
export type Upload = { fileName: string; bytes: Buffer }

/** A file's name without folders and without characters that could break a screen. */
export function baseNameOf(fileName: string, fallback: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(/[\p{C}\s]+/gu, ' ').trim()
  return [...clean].slice(0, 100).join('') || fallback
}

/** What a form needs around its file. */
const bytesAround = 16 * 1024

/** `what` is sent, in a message: 'picture'. */
type Expected = { what: string; maxBytes: number }

/** The file in the field `file` of a form. The size is counted while it arrives, whatever length was announced. */
export async function readUpload(request: Request, { what, maxBytes }: Expected): Promise<Upload> {
  const howToSend = `Send the ${what} as multipart/form-data, in a field named file.`
  const tooLarge = () =>
    new AppError(
      'TOO_LARGE',
      `The file is too large: a ${what} may have ${maxBytes / 1024 / 1024} MB at most. Make it smaller and try again.`,
    )
  if (!isMultipart(request)) throw new AppError('UNSUPPORTED', howToSend)
  const parts = await readParts(request, { limit: maxBytes + bytesAround, tooLarge, howToSend })
  const [file, ...others] = parts.filter(({ name, fileName }) => name === 'file' && fileName !== null)
  if (file === undefined)
    throw invalid('file', `Choose a ${what} to upload: the form has no file in its field named file.`)
  if (others.length > 0) throw invalid('file', `Upload one ${what} at a time.`)
  if (file.bytes.length === 0) throw invalid('file', `The file is empty. Choose another ${what}.`)
  if (file.bytes.length > maxBytes) throw tooLarge()
  return { fileName: file.fileName ?? '', bytes: file.bytes }
}

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')

type Reading = { limit: number; tooLarge: () => AppError; howToSend: string }

async function readParts(request: Request, { limit, tooLarge, howToSend }: Reading): Promise<FormPart[]> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null) throw new AppError('MALFORMED', `The form has no boundary. ${howToSend}`)
  const parts = parseMultipart(await readBytes(request, limit, tooLarge), boundary)
  if (parts === null) throw new AppError('MALFORMED', `The form is cut off or is no form. ${howToSend}`)
  return parts
}

/** The fields of a page's form and the files that were chosen in it, in either encoding of forms. */
export async function readFormWithFiles(
  request: Request,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; files: Upload[] }> {
  if (!isMultipart(request)) return { fields: await readForm(request), files: [] }
  const tooLarge = () => new AppError('TOO_LARGE', `Files may have ${maxBytes / 1024 / 1024} MB together at most.`)
  const howToSend = 'Please send the form of the page.'
  const parts = await readParts(request, { limit: maxBytes + bodyLimit, tooLarge, howToSend })
  const texts = parts.filter(({ fileName }) => fileName === null)
  if (texts.reduce((sum, { bytes }) => sum + bytes.length, 0) > bodyLimit) throw tooLarge()
  return {
    fields: Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString('utf8')])),
    // A field in which nothing was chosen is sent as a file without a name and a byte.
    files: parts.flatMap(({ fileName, bytes }) => (fileName && bytes.length > 0 ? [{ fileName, bytes }] : [])),
  }
}

/** One field of a form. `fileName` is null for what is no file. */
type FormPart = { name: string; fileName: string | null; bytes: Buffer }

const lineEnd = Buffer.from('\r\n')
const blankLine = Buffer.from('\r\n\r\n')

export function boundaryOf(contentType: string): string | null {
  const [, quoted, unquoted] = /;\s*boundary=(?:"([^"]+)"|([^\s;,"]+))/i.exec(contentType) ?? []
  return quoted ?? unquoted ?? null
}

/**
 * The fields of a multipart/form-data body (RFC 7578), or null when it is none or is truncated. The bytes are not copied.
 * Ours because the others are worse: Node's parser copies each file twice and rejects what common clients send (a body
 * without a last line end, names without quotes); busboy accepts parts that are no form-data or have no name, and
 * ignores an encoded file name behind a plain one.
 */
export function parseMultipart(body: Buffer, boundary: string): FormPart[] | null {
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: FormPart[] = []
  let at = body.indexOf(delimiter)
  while (at !== -1) {
    const start = at + delimiter.length
    if (body.toString('latin1', start, start + 2) === '--') return parts
    const headersStart = body.indexOf(lineEnd, start)
    const next = body.indexOf(Buffer.concat([lineEnd, delimiter]), start)
    if (headersStart === -1 || next === -1) return null
    const part = partOf(body.subarray(headersStart, next))
    if (part === null) return null
    parts.push(part)
    at = next + lineEnd.length
  }
  return null
}

function partOf(section: Buffer): FormPart | null {
  const end = section.indexOf(blankLine)
  if (end === -1) return null
  const headers = section.toString('utf8', 0, end)
  const [, disposition] = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(headers) ?? []
  const parameters = parametersOf(disposition ?? '')
  const name = parameters.get('name')
  if (name === undefined) return null
  const fileName = decoded(parameters.get('filename*')) ?? parameters.get('filename') ?? null
  return { name, fileName, bytes: section.subarray(end + blankLine.length) }
}

/** Browsers write a quote inside a name as %22, others as \". */
function parametersOf(disposition: string): Map<string, string> {
  const pairs = disposition.matchAll(/;\s*([\w*-]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"]*))/g)
  return new Map(
    Array.from(pairs, ([, name = '', quoted, unquoted = '']) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? unquoted,
    ]),
  )
}

/** A name with its encoding in front (RFC 5987). */
function decoded(text: string | undefined): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text ?? '') ?? []
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded)
  } catch {
    return null // badly encoded: the plain name beside it is as good
  }
}
