import type { Fact, MailBlock, MailWords } from './mail-layout.ts'

export function textOf({ title, blocks, footer }: MailWords): string {
  // '-- ' alone on its line is how mail programs know a signature.
  return `${[title, ...blocks.map(blockText)].join('\n\n')}\n\n-- \nKerbside\n${footer}\n`
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
      return block.text
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item}`).join('\n')
    case 'facts':
      return block.facts.map(factText).join('\n')
    case 'buttons':
      return block.buttons.map(({ label, href }) => `${label}:\n${href}`).join('\n\n')
  }
}

function factText({ label, value }: Fact): string {
  const asked = /[?:]$/.test(label) ? label : `${label}:`
  return value.includes('\n') ? `${asked}\n${value.replace(/^/gm, '  ')}` : `${asked} ${value}`
}
