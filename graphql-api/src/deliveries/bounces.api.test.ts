import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel, isHomeownerPaused } from '@kerbside/schema/deliveries/delivery.model'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { retryDelivery } from './deliveries.service.ts'

// Answers: 200, FORBIDDEN, CONFLICT.
const app = useTestApp()
const staff = async (role: 'admin' | 'manager') => createSession(await createUser(role))

const bounce = { at: new Date(0), hard: true, status: '5.1.1', reason: '550 unknown', pauses: true }
const bounced = { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation', state: 'bounced', bounce } as const

test('an email that came back is sent again, and the homeowner gets emails again', async () => {
  const ctx = app.contextOf((await staff('manager')).viewer)
  await DeliveryModel.create(bounced, { ...bounced, _id: 'lead-1-check-request', kind: 'check-request' })
  expect(await isHomeownerPaused(1)).toBe(true)
  expect(await retryDelivery(ctx, bounced._id)).toMatchObject({ state: 'queued', round: 1, bounce: null })
  expect(await isHomeownerPaused(1)).toBe(false)
})

test('the email of an offer that bounced hard is not sent again', async () => {
  const ctx = app.contextOf((await staff('manager')).viewer)
  const offer = { ...bounced, _id: 'lead-1-offer-a', kind: 'offer' as const, contractorId: 'a' }
  await DeliveryModel.create(offer)
  await expect(retryDelivery(ctx, offer._id)).rejects.toMatchObject({ code: 'CONFLICT' })
  await DeliveryModel.updateOne({ _id: offer._id }, { 'bounce.hard': false })
  expect(await retryDelivery(ctx, offer._id)).toMatchObject({ state: 'queued' })
})

test('an offer of a digest that came back is sent again by an email of its own', async () => {
  const ctx = app.contextOf((await staff('manager')).viewer)
  const told = { channel: 'digest', digestId: 'firm-a-digest-2026-11-24', bounce: { ...bounce, hard: false } } as const
  const offer = { ...bounced, ...told, _id: 'lead-1-offer-a', kind: 'offer' as const, contractorId: 'a' }
  await DeliveryModel.create(offer)
  expect(await retryDelivery(ctx, offer._id)).toMatchObject({ state: 'queued', round: 1 })
  const stored = await DeliveryModel.findById(offer._id).lean().orFail()
  expect([stored.channel, stored.digestId]).toEqual([undefined, undefined])
})

test('a digest that was given up is sent again, and the trail names the firm', async () => {
  const { id } = await ContractorModel.create(aContractor('Acme'))
  const digest = { _id: `firm-${id}-digest-2026-11-24`, kind: 'offer-digest' as const, contractorId: id, offers: [] }
  await DeliveryModel.create({ ...digest, state: 'bounced', bounce: { ...bounce, hard: false } })
  const ctx = app.contextOf((await staff('manager')).viewer)
  expect(await retryDelivery(ctx, digest._id)).toMatchObject({ state: 'queued' })
  const entry = await AuditEntryModel.findOne({ action: 'email.retried' }).lean()
  expect(entry?.subject).toEqual({ kind: 'contractor', id, label: 'Acme' })
})

test('a firm’s address that bounced gets no email until an admin lets it have them again', async () => {
  const email = 'jobs@acme.example'
  const addressBounce = { address: email, at: new Date(0), reason: '550 unknown' }
  const { id } = await ContractorModel.create(aContractor('Acme', { email, addressBounce }))
  const details = {
    ...bounced,
    _id: `lead-1-contact-details-${id}`,
    kind: 'contact-details' as const,
    contractorId: id,
  }
  await DeliveryModel.create({ ...details, bounce: { ...bounce, pauses: false } })
  const [manager, admin] = [await staff('manager'), await staff('admin')]
  const ctx = app.contextOf(manager.viewer)
  await expect(retryDelivery(ctx, details._id)).rejects.toMatchObject({ code: 'CONFLICT', message: /come back/ })

  const shown = await app.graphql(`{ contractor(id: "${id}") { addressBounce { address reason } } }`, {}, admin.token)
  expect(shown.data).toEqual({ contractor: { addressBounce: { address: email, reason: '550 unknown' } } })
  const clear = `mutation { clearAddressBounce(id: "${id}") { addressBounce { address } version } }`
  expect((await app.graphql(clear, {}, manager.token)).errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN')
  const cleared = await app.graphql(clear, {}, admin.token)
  expect(cleared.data).toEqual({ clearAddressBounce: { addressBounce: null, version: 2 } })
  expect(await AuditEntryModel.countDocuments({ action: 'contractor.changed', 'subject.id': id })).toBe(1)
  expect(await retryDelivery(ctx, details._id)).toMatchObject({ state: 'queued' })
})

test('a firm with another address than the one that bounced is shown without it', async () => {
  const addressBounce = { address: 'old@acme.example', at: new Date(0), reason: '' }
  const { id } = await ContractorModel.create(aContractor('Acme', { addressBounce }))
  const admin = await staff('admin')
  const shown = await app.graphql(`{ contractor(id: "${id}") { addressBounce { address } } }`, {}, admin.token)
  expect(shown.data).toEqual({ contractor: { addressBounce: null } })
})
