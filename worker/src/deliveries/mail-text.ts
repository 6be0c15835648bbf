import type { Fact, MailBlock, MailWords } from './mail-layout.ts'

export function textOf({ title, blocks, footer }: MailWords): string {
  const parts = [title, ...blocks.map(blockText), '--', 'Kerbside', footer]
  return `${parts.join('\n\n')}\n`
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
  return value.includes('\n') ? `${label}:\n${value.replace(/^/gm, '  ')}` : `${label}: ${value}`
}
