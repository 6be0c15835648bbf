import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createSharedDocument } from './shared-document.ts'

const [nonce, id] = [randomUUID(), randomUUID()]
const sentence = 'Ten firms near you lay “block paving”, from £85 m². '
const html = [
  `<script nonce="${nonce}"></script><p id="${id}">${sentence.repeat(40)}`,
  `<style nonce="${nonce}">${sentence}</style>${id}${nonce}`,
  `<script nonce="${nonce}">${sentence.repeat(3)}"${id}"</script>${sentence}${id}`,
].join('\n')
const document = createSharedDocument(html, [nonce, id])

const fillWith = (texts: [string, string]) => {
  const filled = document(
    new Map([
      [nonce, texts[0]],
      [id, texts[1]],
    ]),
  ) as Exclude<ReturnType<typeof document>, string>
  return { ...filled, expected: html.replaceAll(nonce, texts[0]).replaceAll(id, texts[1]) }
}

test.each([
  ['of the length of its blank', randomUUID],
  ['of another length', () => `/café/${'x'.repeat(50)}`],
  ['that stands in the document too', () => sentence.slice(0, 36)],
])('each encoding has what fills a blank: a text %s', async (_name, text) => {
  for (let round = 0; round < 5; round += 1) {
    const { encoded, expected } = fillWith([text(), text()])
    expect(String(await encoded(null))).toBe(expected)
    expect(String(brotliDecompressSync(await encoded('br')))).toBe(expected)
    expect(String(gunzipSync(await encoded('gzip')))).toBe(expected)
  }
})

test('a blank that is not filled stays as it is', async () => {
  const { encoded } = document(new Map()) as ReturnType<typeof fillWith>
  expect(String(brotliDecompressSync(await encoded('br')))).toBe(html)
})

test.each(['br', 'gzip'] as const)(
  '%s: it is compressed once, and what fills the blanks stands in it as it is',
  async (encoding) => {
    const texts: [string, string] = [randomUUID(), randomUUID()]
    const bytes = await fillWith(texts).encoded(encoding)
    expect(texts.map((text) => bytes.toString('latin1').split(text).length - 1)).toEqual([4, 4])
    expect(bytes.length).toBe((await fillWith([randomUUID(), randomUUID()]).encoded(encoding)).length)
    expect(bytes.length).toBeLessThan(html.length / 3)
  },
)
