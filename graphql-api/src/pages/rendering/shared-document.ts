import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { compress, type Encoding, type Html } from '../../http/html-response.ts'

/** Texts by what stands for them in a document: its blanks. */
export type Fill = ReadonlyMap<string, string>

/** A blank, and the text from it to the next one. */
type Part = { blank: string; after: Buffer }

/** What the formats have for bytes that are not compressed. */
type Format = {
  open: () => zlib.Gzip | zlib.BrotliCompress
  flush: number
  /** What begins so many bytes that stand as they are. */
  stored: (length: number) => Buffer
  start: Buffer
  end: (whole: () => Buffer) => Buffer
  decompress: (bytes: Buffer) => Promise<Buffer>
}

const { constants } = zlib
const empty = Buffer.alloc(0)

function bytesOf(length: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(length)
  write(bytes)
  return bytes
}

const formats: Record<NonNullable<Encoding>, Format> = {
  // RFC 7932, 9.2: a meta-block that is not the last, with 16 bits of length, uncompressed.
  br: {
    open: () => zlib.createBrotliCompress(),
    flush: constants.BROTLI_OPERATION_FLUSH,
    stored: (length) => bytesOf(3, (bytes) => bytes.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3)),
    start: empty,
    end: () => empty,
    decompress: promisify(zlib.brotliDecompress),
  },
  // RFC 1951, 3.2.4: a block that is not the last, uncompressed. RFC 1952, 2.3: the header, and the checksum of everything.
  gzip: {
    open: () => zlib.createDeflateRaw({ level: 9 }),
    flush: constants.Z_SYNC_FLUSH,
    stored: (length) =>
      bytesOf(5, (bytes) => bytes.writeUInt16LE(length, 1) && bytes.writeUInt16LE(0xffff - length, 3)),
    start: Buffer.from([31, 139, 8, 0, 0, 0, 0, 0, 2, 255]),
    end: (whole) => {
      const text = whole()
      return bytesOf(8, (bytes) => bytes.writeUInt32LE(zlib.crc32(text), 0) && bytes.writeUInt32LE(text.length, 4))
    },
    decompress: promisify(zlib.gunzip),
  },
}

/**
 * A document that all visitors share but for its blanks. It is compressed once for each encoding: what fills the blanks
 * stands uncompressed between the compressed parts. Texts of another length than their blanks, which would move what the
 * parts refer to, have the whole compressed anew.
 */
export type SharedDocument = (fill: Fill) => Html

export function createSharedDocument(html: string, blanks: readonly string[]): SharedDocument {
  const { start, parts } = splitAt(html, blanks)
  const compressed = new Map<Encoding, Promise<Template | null>>()
  const templateIn = (encoding: NonNullable<Encoding>) => {
    const known = compressed.get(encoding) ?? createTemplate(formats[encoding], start, parts)
    compressed.set(encoding, known)
    return known
  }
  return (fill) => {
    const texts = parts.map(({ blank }) => Buffer.from(fill.get(blank) ?? blank))
    const fits = parts.every(({ blank }, index) => texts[index]?.length === blank.length)
    return {
      encoded: async (encoding) => {
        const template = encoding !== null && fits ? await templateIn(encoding) : null
        return template?.(texts) ?? compress(joined(start, parts, texts), encoding)
      },
    }
  }
}

const joined = (start: Buffer, parts: readonly Part[], texts: readonly Buffer[]) =>
  Buffer.concat([start, ...parts.flatMap(({ after }, index) => [texts[index] ?? empty, after])])

function splitAt(html: string, blanks: readonly string[]): { start: Buffer; parts: Part[] } {
  const [start = '', ...others] = html.split(new RegExp(`(${blanks.join('|')})`))
  const parts: Part[] = []
  for (let index = 0; index < others.length; index += 2) {
    parts.push({ blank: others[index] ?? '', after: Buffer.from(others[index + 1] ?? '') })
  }
  return { start: Buffer.from(start), parts }
}

type Template = (texts: readonly Buffer[]) => Buffer<ArrayBuffer>

/** Bytes after a blank that are sent as they are with it: brotli codes each byte by the two before it. */
const contextBytes = 2

/** Null if a sample does not read back as it should, whatever a compressor of a later release may do. */
async function createTemplate(format: Format, start: Buffer, parts: readonly Part[]): Promise<Template | null> {
  const unlike = createUnlike()
  const chunks = parts.flatMap(({ blank, after }) => [
    Buffer.concat([unlike(blank.length), after.subarray(0, contextBytes)]),
    after.subarray(contextBytes),
  ])
  const pieces = await compressEach(format, [start, ...chunks])
  const template: Template = (texts) => {
    const filled = parts.flatMap(({ after }, index) => {
      const text = Buffer.concat([texts[index] ?? empty, after.subarray(0, contextBytes)])
      return [format.stored(text.length), text, pieces[2 * index + 2] ?? empty]
    })
    const end = format.end(() => joined(start, parts, texts))
    return Buffer.concat([format.start, pieces[0] ?? empty, ...filled, pieces.at(-1) ?? empty, end])
  }
  const sample = parts.map(({ blank }) => Buffer.from(blank))
  const readBack = await format.decompress(template(sample)).catch(() => null)
  return readBack?.equals(joined(start, parts, sample)) ? template : null
}

/** UTF-8 has none of these bytes. */
const never = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff] as const

/** Makes bytes that are like no text and not like each other: what is compressed then refers to none of them. */
function createUnlike() {
  let pair = 0
  const next = () => [never[pair % never.length] ?? 0, 128 + (Math.floor(pair++ / never.length) % 128)]
  return (length: number) => Buffer.from(Array.from({ length: Math.ceil(length / 2) }, next).flat()).subarray(0, length)
}

/** The compressed bytes of each chunk of one stream, and at last what ends it. */
async function compressEach({ open, flush }: Format, chunks: readonly Buffer[]): Promise<Buffer[]> {
  const stream = open()
  const pieces: Buffer[] = []
  let piece: Buffer[] = []
  stream.on('data', (bytes: Buffer) => piece.push(bytes))
  const take = () => {
    pieces.push(Buffer.concat(piece))
    piece = []
  }
  for (const chunk of chunks) {
    stream.write(chunk)
    await new Promise<void>((resolve) => stream.flush(flush, resolve))
    take()
  }
  stream.end()
  await finished(stream)
  take()
  return pieces
}
