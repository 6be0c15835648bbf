import { headerText, type Mailbox } from '../mailbox.ts'
import { htmlOf } from './mail-html.ts'
import { textOf } from './mail-text.ts'
import type { Letter } from '../transport.ts'

export type Fact = { label: string; value: string; href?: string }
export type MailButton = { label: string; href: string; look: 'primary' | 'quiet' }

/** A mail is a list of these; text part and HTML part are made from the same list, so they always say the same. */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'steps'; items: string[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'buttons'; buttons: MailButton[] }
  | { kind: 'small'; text: string }

export type MailWords = {
  to: Mailbox
  subject: string
  /** What an inbox shows after the subject. */
  preheader: string
  title: string
  blocks: MailBlock[]
  /** Why somebody gets this mail. */
  footer: string
}

export function letter(words: MailWords): Letter {
  return {
    to: { name: headerText(words.to.name), address: words.to.address },
    subject: headerText(words.subject),
    text: textOf(words),
    html: htmlOf(words),
  }
}
