/** One field of a form. `fileName` is null for what is no file. */
export type FormPart = { name: string; fileName: string | null; bytes: Buffer }

const lineEnd = Buffer.from('\r\n')
const blankLine = Buffer.from('\r\n\r\n')

export function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;,"]+))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

/**
 * The fields of a multipart/form-data body (RFC 7578), or null when it is none or is cut off. The bytes are not copied.
 * Node's own parser copies each file twice, and refuses what common clients send: a body without a last line end, text
 * before or after the parts, names without quotes.
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
    Array.from(pairs, ([, name = '', quoted, bare = '']) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? bare,
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
