import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { linkToContractor } from '@kerbside/schema/links/firm-links'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { useMailSink } from '../testing/mail-sink.ts'
import { addFirms, addLead, run, testDeps, useWorkers } from '../testing/test-worker.ts'
import { sendDelivery } from './send-delivery.ts'

// What ends such links: graphql-api/src/links
useDatabase()
useWorkers()
const sink = useMailSink()

const tokenIn = (text: string, pages: string) =>
  new RegExp(`https://quotes\\.example/${pages}/([\\w.-]+)`).exec(text)?.[1] ?? ''
const present = async (id: unknown) =>
  linkToContractor(toContractor(await ContractorModel.findById(id).lean().orFail()))

test('an email that was queued before the address was corrected goes to the new one, with links that work there', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const [firm] = await addFirms(1)
  await addLead(1, { email: '' })
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  const { _id } = await DeliveryModel.findOne({ kind: 'offer' }).lean().orFail()
  await ContractorModel.updateOne({ _id: firm?._id }, { email: 'present@firms.example', linksVersion: 1 })
  expect(await sendDelivery(deps, _id)).toEqual({ kind: 'sent' })
  const [email] = sink.emails
  expect(email?.to).toBe('present@firms.example')
  const offer = await deps.links.read('offer', tokenIn(email?.text ?? '', 'offers'))
  expect(offer?.link).toMatchObject(await present(firm?._id))
})

test('a new link leads to the page of the contractor for 90 days; one that is inactive gets none', async () => {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const [firm] = await addFirms(1)
  const email = {
    kind: 'contractor-link' as const,
    contractorId: String(firm?._id),
    leadId: null,
    state: 'queued' as const,
  }
  const [first, second] = await DeliveryModel.create([
    { ...email, _id: 'first' },
    { ...email, _id: 'second' },
  ])
  expect(await sendDelivery(deps, 'first')).toEqual({ kind: 'sent' })
  const read = await deps.links.read('firm', tokenIn(sink.emails[0]?.text ?? '', 'firm'))
  expect(read?.link).toMatchObject(await present(firm?._id))
  const days = ((read?.expiresAt.getTime() ?? 0) - (first?.createdAt.getTime() ?? 0)) / 86_400_000
  expect(Math.round(days)).toBe(90)
  await ContractorModel.updateOne({ _id: firm?._id }, { active: false })
  await sendDelivery(deps, String(second?._id))
  expect(sink.emails).toHaveLength(1)
})
