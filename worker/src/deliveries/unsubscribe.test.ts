import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { offerDigestEmail } from '@kerbside/schema/emails/offer-digest-email'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import type { OutgoingEmail } from '../email.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { sampleFirm, sampleLead, sampleEmails, sampleStaffEmails } from '../testing/sample-emails.ts'
import { addFirms, addLead, run, testDeps, useWorkers } from '../testing/test-worker.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(headersOf(raw))?.[1]?.trim() ?? null

const stop = 'https://quotes.example/firm/a.b.c/stop-offers'
const links = { accept: 'https://quotes.example/a', decline: 'https://quotes.example/d' }
const job = { lead: sampleLead, expiresAt: new Date('2026-06-03T13:05:00Z'), links }

test('of all kinds of email only those that offer jobs can be unsubscribed from', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const digest = offerDigestEmail(sampleFirm, [job], { firm: 'https://quotes.example/firm', stop })
  const emails: Record<string, OutgoingEmail> = { ...sampleEmails(), ...sampleStaffEmails(), 'offer-digest': digest }
  for (const [kind, { onBehalfOf: _, ...email }] of Object.entries(emails)) {
    const envelope = { from: deps.config.MAIL_FROM, messageId: `<${kind}@kerbside.example>`, date: new Date() }
    await deps.sendEmail({ ...email, ...envelope }, { startMs: 60_000, wholeMs: 60_000 })
  }
  expect(sink.emails).toHaveLength(Object.keys(emails).length)
  const withHeader = sink.emails.filter(({ raw }) => /^List-/im.test(headersOf(raw)))
  expect(withHeader.map(({ messageId }) => messageId)).toEqual([
    '<offer@kerbside.example>',
    '<offer-digest@kerbside.example>',
  ])
})

test.each(['single', 'daily'] as const)(
  'an email of a firm with %s emails has the link in both headers',
  async (emails) => {
    const deps = await testDeps({ SMTP_URL: sink.url })
    const [firm] = await addFirms(1, { offerEmails: emails })
    await addLead(1, { email: '' })
    await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
    const kind = emails === 'single' ? 'offer' : 'offer-digest'
    const { _id } = await DeliveryModel.findOne({ kind }).lean().orFail()
    expect(await sendDelivery(deps, _id)).toEqual({ kind: 'sent' })
    const [email] = sink.emails
    const url = /^<(https:\/\/\S+)>$/.exec(headerOf(email?.raw ?? '', 'List-Unsubscribe') ?? '')?.[1] ?? ''
    expect(headerOf(email?.raw ?? '', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const token = /^https:\/\/quotes\.example\/firm\/([\w.-]+)\/stop-offers$/.exec(url)?.[1] ?? ''
    const read = await deps.links.read('stop-offers', token)
    expect(read?.link.contractorId).toBe(String(firm?._id))
    expect(email?.text).toContain(
      `No more jobs: stop offers to your firm, until you take jobs again on your page:\n${url}`,
    )
  },
)
