import { offerEmail } from '@kerbside/schema/emails/firm-emails'
import { blanked } from '@kerbside/schema/redaction/redact'
import { expect, test } from 'vitest'
import { sampleFirm, sampleLead, sampleEmails } from '../../testing/sample-emails.ts'

const emails = sampleEmails()
const secrets = ['Aoife', 'Byrne', 'aoife@example.com', '900123', 'SW1A 1AA']

test('an offer shows the job and the area, and nothing that names or reaches the homeowner', () => {
  const { subject, text, html } = emails.offer
  expect(subject).toContain('South West London (SW1A)')
  expect(text).toContain('Preferred material: Block paving')
  expect(text).toContain('Budget: £12,000 – £20,000')
  expect(text).toContain('The gate is narrow.')
  expect(text).toContain(blanked)
  for (const secret of secrets) {
    expect(text).not.toContain(secret)
    expect(html).not.toContain(secret)
    expect(subject).not.toContain(secret)
  }
})

test('an offer has both buttons and says in London time until when', () => {
  const { text, html } = emails.offer
  for (const act of ['accept', 'decline']) {
    expect(html).toMatch(new RegExp(`href="https://quotes\\.example/offers/[\\w.-]+/${act}"`))
    expect(text).toMatch(new RegExp(`https://quotes\\.example/offers/[\\w.-]+/${act}`))
  }
  expect(text).toContain('Please decide by Wednesday 3 June at 14:05.')
})

test('an offer without a postcode says that the area is not given', () => {
  const offer = {
    expiresAt: new Date(),
    links: {
      accept: 'https://a.example',
      decline: 'https://b.example',
      firm: 'https://c.example',
      stop: 'https://d.example',
    },
  }
  const { subject, text } = offerEmail({ ...sampleLead, postcode: null }, sampleFirm, offer)
  expect(subject).toBe(`New driveway job – ${sampleLead.reference}`)
  expect(text).toContain('Area: Not given')
})

test('a firm that accepted gets name, phone, email and postcode, and the whole free text', () => {
  const { text, html } = emails['contact-details']
  expect(text).toContain('Name: Aoife Byrne')
  expect(text).toContain('Phone: 07700 900123')
  expect(text).toContain('Email: aoife@example.com')
  expect(text).toContain('Postcode: SW1A 1AA')
  expect(text).toContain('Ring Aoife on 07700 900123')
  expect(html).toContain('href="tel:+447700900123"')
  expect(html).toContain('href="mailto:aoife@example.com"')
  expect(html).toContain('href="https://quotes.example/leads/')
})

test('each email to a firm leads to the firm’s own page', () => {
  for (const kind of ['offer', 'contact-details'] as const) {
    expect(emails[kind].html).toContain('href="https://quotes.example/firm/')
    expect(emails[kind].text).toMatch(/Your page at Kerbside.*:\nhttps:\/\/quotes\.example\/firm\//)
  }
})

test('line breaks in a firm’s name never make a header', () => {
  const { to, subject } = offerEmail(
    { ...sampleLead, reference: 'KB-1\r\nBcc: a@b.example' },
    { name: 'A\r\nBcc: c@d.example', address: 'a@firms.example' },
    { expiresAt: new Date(), links: { accept: '', decline: '', firm: '', stop: '' } },
  )
  expect(`${to.name}${subject}`).not.toMatch(/[\r\n]/)
})
