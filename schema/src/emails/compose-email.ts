import { headerText, type Email } from './email.ts'
import { emailHtml, type EmailBlock, type EmailContent, type Fact } from './email-html.ts'

/** Makes the text part and the HTML part from the same content. */
export function composeEmail(content: EmailContent): Email {
  return {
    to: { name: headerText(content.to.name), address: content.to.address },
    subject: headerText(content.subject),
    text: emailText(content),
    html: emailHtml(content),
  }
}

function emailText({ title, blocks, footer }: EmailContent): string {
  // '-- ' alone on its line is how mail programs know a signature.
  return `${[title, ...blocks.map(blockText)].join('\n\n')}\n\n-- \nKerbside\n${footer}\n`
}

function blockText(block: EmailBlock): string {
  if (typeof block === 'string') return block
  switch (block.kind) {
    case 'small':
      return block.text
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item}`).join('\n')
    case 'facts':
      return block.facts.map(factText).join('\n')
    case 'link':
      return `${block.text}:\n${block.href}`
    case 'buttons':
      return block.buttons.map(({ label, href }) => `${label}:\n${href}`).join('\n\n')
  }
}

function factText({ label, value }: Fact): string {
  const prompt = /[?:]$/.test(label) ? label : `${label}:`
  return value.includes('\n') ? `${prompt}\n${value.replace(/^/gm, '  ')}` : `${prompt} ${value}`
}
