import { brand } from '../brand.ts'
import { type Mailbox, headerText, type Email } from './email.ts'

export type Fact = { label: string; value: string; href?: string }
export type EmailButton = { label: string; href: string; look: 'primary' | 'quiet' }

/** An email is a list of blocks, from which both its text part and its HTML part are made. A string is a paragraph. */
export type EmailBlock =
  | string
  | { kind: 'heading' | 'small'; text: string }
  | { kind: 'steps'; items: string[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'buttons'; buttons: EmailButton[] }
  | { kind: 'link'; text: string; href: string }

export type EmailContent = {
  to: Mailbox
  subject: string
  /** The text that an inbox shows after the subject. */
  preheader: string
  title: string
  blocks: EmailBlock[]
  /** Tells the recipient why they get this email. */
  footer: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
/** Keeps line breaks visible and a reference on one line. */
const lines = (text: string) =>
  escapeHtml(text)
    .replace(/\n/g, '<br>')
    .replace(/\bKB-[2-9A-Z]{6}\b/g, '<span style="white-space:nowrap">$&</span>')

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const { ink, inkMute, greenDeep: green, ground } = brand
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

// Every mail program reads inline styles; those that support dark mode also read these classes.
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) { .pad { padding: 24px 20px !important; } .button { display: block !important; margin-right: 0 !important; } }
  @media (prefers-color-scheme: dark) {
    .ground { background: ${ink} !important; }
    .card { background: #1f2937 !important; }
    .ink, .ink td { color: #f3f4f6 !important; }
    .soft, .soft td { color: #cbd5e1 !important; }
    .brand { color: #4ade80 !important; }
    .link { color: #86efac !important; }
    .line { border-color: #374151 !important; }
    .quiet { background: #1f2937 !important; color: #f3f4f6 !important; border-color: #9ca3af !important; }
  }`

export function emailHtml(content: EmailContent): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(content.subject)}</title>
<style>${styles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f1f5f2;">
${preheader(content.preheader)}
<table ${table} width="100%" class="ground" style="background:#f1f5f2;"><tr><td align="center" style="padding:24px 12px;">
<table ${table} width="100%" style="max-width:600px;">
<tr><td class="brand" style="${sans};font-size:22px;line-height:28px;font-weight:800;letter-spacing:-0.02em;color:${green};padding:0 8px 16px;">Kerbside</td></tr>
<tr><td class="card pad" style="background:${ground};border-radius:12px;padding:36px 40px;">
<h1 class="ink" style="${sans};font-size:26px;line-height:32px;font-weight:700;color:${ink};margin:0 0 16px;">${escapeHtml(content.title)}</h1>
${content.blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="${sans};font-size:14px;line-height:21px;color:${inkMute};padding:20px 8px 0;">${lines(content.footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

// The padding stops an inbox from showing the first words of the body after the preheader.
const preheader = (text: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(text)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`

function blockHtml(block: EmailBlock): string {
  if (typeof block === 'string') {
    return `<p class="ink" style="${sans};font-size:16px;line-height:25px;color:${ink};margin:0 0 16px;">${lines(block)}</p>`
  }
  switch (block.kind) {
    case 'heading':
      return `<h2 class="ink" style="${sans};font-size:18px;line-height:24px;font-weight:700;color:${ink};margin:28px 0 12px;">${escapeHtml(block.text)}</h2>`
    case 'steps':
      return stepsHtml(block.items)
    case 'facts':
      return `<table ${table} width="100%" class="ink" style="margin:0 0 16px;">${block.facts.map(factHtml).join('')}</table>`
    case 'buttons':
      return `<div style="margin:24px 0 20px;">${block.buttons.map(buttonHtml).join('\n')}</div>`
    case 'link':
      return `<p class="soft" style="${sans};font-size:14px;line-height:21px;color:${inkMute};margin:0 0 12px;"><a class="link" href="${escapeHtml(block.href)}" style="color:${green};font-weight:600;">${lines(block.text)}</a></p>`
    case 'small':
      return `<p class="soft" style="${sans};font-size:14px;line-height:21px;color:${inkMute};margin:0 0 12px;">${lines(block.text)}</p>`
  }
}

function stepsHtml(items: readonly string[]): string {
  const row = (item: string, index: number) =>
    `<tr><td class="brand" valign="top" width="28" style="${sans};font-size:16px;line-height:25px;font-weight:700;color:${green};padding:0 0 10px;">${index + 1}.</td>` +
    `<td valign="top" style="${sans};font-size:16px;line-height:25px;color:${ink};padding:0 0 10px;">${lines(item)}</td></tr>`
  return `<table ${table} width="100%" class="ink" style="margin:0 0 8px;">${items.map(row).join('')}</table>`
}

function factHtml({ label, value, href }: Fact): string {
  const cell = `${sans};font-size:16px;line-height:23px;padding:10px 0;border-bottom:1px solid #e5e7eb;`
  const shown = href
    ? `<a class="link" href="${escapeHtml(href)}" style="color:${green};font-weight:600;">${lines(value)}</a>`
    : lines(value)
  return (
    `<tr><td class="line soft" valign="top" width="40%" style="${cell}color:${inkMute};padding-right:12px;">${escapeHtml(label)}</td>` +
    `<td class="line ink" valign="top" style="${cell}color:${ink};word-break:break-word;overflow-wrap:anywhere;">${shown}</td></tr>`
  )
}

function buttonHtml({ label, href, look }: EmailButton): string {
  const colours =
    look === 'primary'
      ? `background:${green};color:${ground};border:2px solid ${green}`
      : `background:${ground};color:${ink};border:2px solid #6b7280`
  return (
    `<a class="button ${look === 'quiet' ? 'quiet' : ''}" href="${escapeHtml(href)}" style="${sans};display:inline-block;${colours};` +
    `border-radius:10px;font-size:18px;line-height:24px;font-weight:700;text-align:center;text-decoration:none;padding:13px 28px;margin:0 8px 12px 0;">${escapeHtml(label)}</a>`
  )
}

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
