import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of all pages, as somebody selects it. */
export async function textOfPdf(pdf: Buffer): Promise<{ pages: number; text: string }> {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false }).promise
  const texts: string[] = []
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent()
    texts.push(...items.map((item) => ('str' in item ? item.str : '')))
  }
  return { pages: document.numPages, text: texts.join(' ').replace(/\s+/g, ' ') }
}
