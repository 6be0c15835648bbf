import type { Lead } from '@kerbside/schema/leads/lead'
import { expect, test } from 'vitest'
import {
  noteOfStaff,
  ownPage,
  sampleFirm,
  sampleFollowUp,
  sampleLead,
  sampleEmails,
  sampleQuote,
  sampleStaffEmails,
} from '../../testing/sample-emails.ts'
import { contactDetailsEmail } from '@kerbside/schema/emails/firm-emails'
import {
  acceptedNoticeEmail,
  checkRequestEmail,
  complaintReceivedEmail,
  confirmationEmail,
  confirmEmailEmail,
  newLinkEmail,
  followUpEmail,
  quoteEmail,
} from '@kerbside/schema/emails/homeowner-emails'

const emails = sampleEmails()
const kinds = Object.keys(emails) as (keyof typeof emails)[]
const allEmails = Object.entries({ ...emails, ...sampleStaffEmails() })
const secrets = ['Aoife', 'Byrne', 'aoife@example.com', '900123', 'SW1A 1AA']

const firm = { name: sampleFirm.name, email: sampleFirm.address, phone: '+442079460123' }
const toHomeowner = (lead: Lead) => [
  confirmationEmail(lead, ownPage),
  acceptedNoticeEmail(lead, { firm, earlier: [], href: ownPage }),
  quoteEmail(lead, sampleQuote, ownPage),
  followUpEmail(lead, sampleFollowUp, ownPage),
  checkRequestEmail(lead, ownPage),
  confirmEmailEmail(lead, ownPage),
  newLinkEmail(lead, ownPage),
  complaintReceivedEmail(lead, { id: 'c', at: new Date(), text: 'Earn money' }, ownPage),
]

const linksIn = (html: string) => Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)

test('every email to the homeowner leads to their own page, and to nothing else', () => {
  for (const { text, html } of toHomeowner(sampleLead)) {
    expect(linksIn(html)).toEqual([ownPage])
    expect(text).toContain(`Open my request:\n${ownPage}`)
  }
})

test.each([
  ['stop-notice', `Please make no further contact – ${sampleLead.reference}`],
  ['erase-notice', `Please delete the contact details of ${sampleLead.reference}`],
  ['release-notice', `This job went to another firm – ${sampleLead.reference}`],
] as const)('%s: a firm that has the details is told without them', (kind, title) => {
  const { to, subject, text } = emails[kind]
  expect(to).toEqual(sampleFirm)
  expect(subject).toBe(title)
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('a withdrawn price is told to both sides with its amount and the reason, and to the firm without the homeowner’s details', () => {
  for (const kind of ['estimate-withdrawn', 'estimate-withdrawn-notice'] as const) {
    expect(emails[kind].text).toContain('£12,450.00')
    expect(emails[kind].text).toContain('The reason: The firm <b>mistyped</b> it')
    expect(emails[kind].html).toContain('&lt;b&gt;mistyped')
  }
  for (const secret of secrets) expect(emails['estimate-withdrawn-notice'].text).not.toContain(secret)
})

test.each(kinds)('%s has nothing of what staff recorded on the lead', (kind) => {
  expect(JSON.stringify(emails[kind])).not.toContain(noteOfStaff)
})

test('the confirmation has the reference and what happens next', () => {
  const { to, subject, text } = emails.confirmation
  expect(to.address).toBe('aoife@example.com')
  expect(subject).toBe(`We have your request – ${sampleLead.reference}`)
  expect(text).toContain('Hello Aoife,')
  expect(text).toContain('What happens next')
  expect(text).toContain('up to five firms')
  expect(text).toContain('reply to this email')
})

test('what a firm replies goes straight to the homeowner, and what the homeowner replies to the firm', () => {
  expect(emails['contact-details'].replyTo).toEqual({ name: 'Aoife Byrne', address: 'aoife@example.com' })
  expect(emails['contact-details'].text).toContain('goes straight to the homeowner')
  expect(emails['accepted-notice'].replyTo).toEqual({ name: firm.name, address: firm.email })
  expect(emails['accepted-notice'].text).toContain('goes straight to O’Neill & Sons Paving')
  for (const kind of ['confirmation', 'offer', 'quote', 'follow-up'] as const)
    expect(emails[kind].replyTo).toBeUndefined()
  const links = { job: 'https://a.example', firm: 'https://b.example' }
  const withoutEmail = contactDetailsEmail({ ...sampleLead, email: '' }, sampleFirm, links)
  expect(withoutEmail.replyTo).toBeUndefined()
  expect(withoutEmail.text).not.toContain('Reply to this email')
})

test('line breaks in a homeowner’s name never make a header', () => {
  const links = { job: 'https://a.example', firm: 'https://b.example' }
  const { replyTo } = contactDetailsEmail({ ...sampleLead, fullName: 'A\r\nBcc: c@d.example' }, sampleFirm, links)
  expect(replyTo?.name).not.toMatch(/[\r\n]/)
})

test('the homeowner is told which firm has the details and how to reach it', () => {
  const { to, subject, text } = emails['accepted-notice']
  expect(to.address).toBe('aoife@example.com')
  expect(subject).toContain('O’Neill & Sons Paving would like to quote')
  expect(text).toContain('Email: info@oneill-paving.example')
  expect(text).toContain('Stone & Sons and Pave & Co already have your details.')
})

test('a quote shows the price, the message with its line breaks, from whom it is and how to answer', () => {
  const { to, subject, text, html } = emails.quote
  expect(to).toEqual({ name: '', address: 'aoife@example.com' })
  expect(subject).toBe(`Your quote from Kerbside – ${sampleLead.reference}`)
  expect(text).toContain(`Here is our quote for your driveway job ${sampleLead.reference}.`)
  expect(text).toContain('Our quote: £12,450.00')
  expect(text).toContain('<b>now</b>.\nTwo days.\n\nWe could start in July.\n\nMia, Kerbside')
  expect(text).toContain('Just reply to this email')
  expect(html).toContain('&lt;b&gt;now&lt;/b&gt;.<br>Two days.</p>')
  expect(linksIn(html)).toEqual([ownPage])
})

test('an address in a message of staff is text, not a link', () => {
  const quote = { ...sampleQuote, text: 'See https://kerbside.example or a@b.example' }
  expect(linksIn(quoteEmail(sampleLead, quote, ownPage).html)).toEqual([ownPage])
})

test.for(allEmails)(
  '%s: the HTML part escapes what people typed and loads nothing from anywhere',
  ([_kind, { html }]) => {
    expect(html).not.toContain('<b>now</b>')
    expect(html).not.toMatch(/<(?:script|img|link|iframe|form)\b/i)
    expect(html).not.toMatch(/\bsrc=|url\(|@import/i)
    expect(html).toContain('lang="en-GB"')
  },
)

test.for(allEmails)('%s: both parts say the same', ([_kind, { text, html }]) => {
  const words = html
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
  const sentences = text.split('\n').filter((line) => /^[A-Z].*[.?]$/.test(line) && !line.includes(': '))
  expect(sentences.length).toBeGreaterThan(1)
  for (const sentence of sentences) expect(words).toContain(sentence)
})

test.for([
  'Win £500 at http://evil.example',
  'Visit evil.example',
  'evil.example',
  'Buy pills now',
  'buy-pills-now',
  'x'.repeat(21),
])('a homeowner who calls themselves %j is not greeted by name', (firstName) => {
  for (const { text, html } of toHomeowner({ ...sampleLead, firstName })) {
    expect(text).toContain('Hello,\n')
    expect(html).not.toContain(firstName)
  }
})

test.for(['Aoife', 'Jean-Luc', 'D’Arcy', 'Zoë', 'Ng'])('%s is greeted by name', (firstName) => {
  for (const { text } of toHomeowner({ ...sampleLead, firstName })) expect(text).toContain(`Hello ${firstName},`)
})

test('an email to a homeowner repeats nothing that the sender typed, in no part and no header', () => {
  const planted = 'Earn money at https://evil.example or call 07700 900999'
  const stranger: Lead = {
    ...sampleLead,
    firstName: planted,
    lastName: planted,
    fullName: planted,
    additionalInfo: planted,
    pickupLocation: planted,
    page: '/evil.example',
    urlType: planted,
    attribution: { source: planted, medium: null, campaign: null, term: null, content: null, referrer: planted },
    answers: sampleLead.answers.map((answer) => ({ ...answer, value: planted })),
  }
  for (const { to, subject, text, html } of toHomeowner(stranger)) {
    expect(to).toEqual({ name: '', address: 'aoife@example.com' })
    expect([subject, text, html].join('\n')).not.toMatch(/evil|Earn|900999/)
  }
})

test('an email to a homeowner has no link but ours', () => {
  for (const { text, html } of toHomeowner(sampleLead)) {
    const targets = [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, target]) => target)
    const written = text.match(/\w+:\/\/\S+|www\.\S+/g) ?? []
    expect([...targets, ...written].filter((target) => !target?.startsWith('https://quotes.example/'))).toEqual([])
  }
})
