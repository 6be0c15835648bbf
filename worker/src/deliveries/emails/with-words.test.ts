import { EmailTemplateModel } from '@kerbside/schema/emails/email-template.model'
import { templateOf, type EmailWords } from '@kerbside/schema/emails/templates'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { useDatabase } from '@kerbside/schema/testing/database'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDeps, useWorkers } from '../../testing/test-worker.ts'
import { renderEmail } from './render-email.ts'

useDatabase()
useWorkers()

const { builtIn } = templateOf('confirmation')
const ours: EmailWords = { ...builtIn, subject: 'Got it: {{reference}}', body: 'Thanks & welcome.\n\n{{own_page}}' }

const save = (version: number, words: EmailWords | null) =>
  EmailTemplateModel.updateOne(
    { _id: 'confirmation' },
    {
      $set: { version },
      $push: { versions: { version, words, savedAt: new Date(), savedBy: { id: 'u', name: 'Ada' } } },
    },
    { upsert: true },
  )

/** The confirmation of a lead as it would be sent now, and what was logged as an error. */
async function confirmation() {
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
  const deps = { ...(await testDeps()), log }
  const lead = toLead((await LeadModel.findById(7).lean()) ?? (await LeadModel.create(aLead(7))).toObject())
  const delivery = { leadId: lead.id, userId: null, kind: 'confirmation' as const, contractorId: null }
  const built = await renderEmail(deps, { ...delivery, _id: 'lead-7-confirmation', createdAt: new Date() })
  if (built.kind !== 'email') throw new Error(built.kind)
  return { lead, errors, template: built.template, ...built.email }
}

test('an email has the words that were saved last, and the built-in ones once they are in force again', async () => {
  expect(await confirmation()).toMatchObject({ template: { name: 'confirmation', version: 0 } })
  await save(1, { ...ours, subject: 'An older one: {{reference}}' })
  await save(2, ours)
  const { lead, subject, html, text, template, errors } = await confirmation()
  expect(subject).toBe(`Got it: ${lead.reference}`)
  expect(html).toContain('Thanks &amp; welcome.')
  expect(text).toContain('Open my request:\nhttps://quotes.example/manage/')
  expect(template).toEqual({ name: 'confirmation', version: 2 })
  await save(3, null)
  expect(await confirmation()).toMatchObject({
    subject: `We have your request – ${lead.reference}`,
    template: { name: 'confirmation', version: 0 },
  })
  expect(errors).toEqual([])
})

test('words that cannot be used are logged, and the built-in ones are sent', async () => {
  await save(1, { ...ours, body: 'Without the way to the own page' })
  const { lead, subject, template, errors } = await confirmation()
  expect(subject).toBe(`We have your request – ${lead.reference}`)
  expect(template).toEqual({ name: 'confirmation', version: 0 })
  expect(errors).toEqual([expect.stringContaining('{{own_page}} is missing')])
})
