import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { beforeEach, expect, test } from 'vitest'
import { anOffer, idOf, secrets, storeLead, useOffers } from '../testing/offers.ts'
import { signLink } from '../testing/sign-link.ts'
import { signInAs } from '../testing/test-app.ts'

// 200, 303, 404, 410. Who may revoke links: graphql-api/src/testing/access-control
const { app, get, post, sign, link } = useOffers()
const contractorId = idOf('a')
let admin = ''
beforeEach(async () => {
  admin = await signInAs('admin')
})

const later = (ms: number) => new Date(Date.now() + ms)
const ownPage = async (expiresAt = later(3_600_000)) =>
  `/firm/${await signLink(app.deps, { purpose: 'firm', contractorId }, expiresAt)}`
const stopOffers = async () =>
  `/firm/${await signLink(app.deps, { purpose: 'stop-offers', contractorId }, later(3_600_000))}/stop-offers`
const change = async (input: object) => {
  const update = 'mutation ($id: ID!, $input: ContractorInput!) { updateContractor(id: $id, input: $input) { id } }'
  expect((await app.graphql(update, { id: contractorId, input }, admin)).errors).toBeUndefined()
}
const revoke = () =>
  app.graphql('mutation ($id: ID!) { revokeContractorLinks(id: $id) { id } }', { id: contractorId }, admin)
const newLinks = () => DeliveryModel.find({ kind: 'contractor-link' }).lean()

/** The pages of a contractor that has accepted lead 42, behind the links that it has now. */
async function pagesOfAccepted() {
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: new Date() })])
  return [await ownPage(), `/leads/${await sign('a', 'lead')}`, await link('a'), await stopOffers()]
}
const statusesOf = async (paths: string[]) => {
  const answers = []
  for (const path of paths) answers.push(await get(path))
  for (const { status, body } of answers) if (status !== 200) expect(body).not.toMatch(secrets)
  return answers.map(({ status }) => status)
}
const allEnded = [410, 410, 410, 410]

test.each([
  ['its email', { email: 'present@firms.example' }],
  ['its main contact', { contacts: [{ name: 'Bo', email: 'bo@firms.example', isMain: true }] }],
])('once %s is corrected, every link to the former address shows nothing', async (_what, input) => {
  const paths = await pagesOfAccepted()
  expect(await statusesOf(paths)).toEqual([200, 200, 200, 200])
  await change({ name: 'Another name' })
  expect(await statusesOf(paths)).toEqual([200, 200, 200, 200])
  await change(input)
  expect(await statusesOf(paths)).toEqual(allEnded)
  expect((await get(`/leads/${await sign('a', 'lead')}`)).body).toContain('Aoife Byrne')
})

test('staff end all links with one press; the trail says so, and the next link works', async () => {
  const paths = await pagesOfAccepted()
  expect((await revoke()).errors).toBeUndefined()
  expect(await statusesOf(paths)).toEqual(allEnded)
  const first = await ownPage()
  expect((await get(first)).status).toBe(200)
  await revoke()
  expect((await get(first)).status).toBe(410)
  const trail = await AuditEntryModel.find({ action: 'contractor.changed' }).lean()
  expect(trail.map(({ details }) => details)).toEqual(['Revoked all links', 'Revoked all links'])
})

test('a contractor that is inactive or deleted opens no link, and is offered no new one', async () => {
  const paths = await pagesOfAccepted()
  await change({ active: false })
  expect(await statusesOf(paths)).toEqual(allEnded)
  const { body } = await get(paths[0] ?? '')
  expect(body).toContain('reply to one of our emails')
  expect(body).not.toContain('Email me a new link')
  expect((await post(`${paths[0]}/new-link`)).status).toBe(410)
  await ContractorModel.deleteMany({})
  expect(await statusesOf(paths)).toEqual(allEnded)
  expect(await newLinks()).toEqual([])
})

test('whoever has a link that has ended has a new one sent to the present address, once an hour', async () => {
  const paths = await pagesOfAccepted()
  const former = paths.slice(0, 3).map((path) => path.replace(/\/accept$/, ''))
  await change({ email: 'present@firms.example' })
  for (const path of former) {
    const { body } = await get(path.startsWith('/offers') ? `${path}/accept` : path)
    expect(body).toContain('This link has ended')
    expect(body).toContain(`action="${path}/new-link"`)
    expect(body).not.toContain('present@firms.example')
    const sent = await post(`${path}/new-link`)
    expect([sent.status, sent.body.includes('present@firms.example')]).toEqual([200, false])
  }
  expect(await newLinks()).toMatchObject([{ contractorId, leadId: null, state: 'queued' }])
  // The one-click link of a mail program opens nothing else.
  expect((await get(await stopOffers())).status).toBe(200)
  expect((await post(`/firm/${(paths[3] ?? '').split('/')[2]}/new-link`)).status).toBe(404)
})

test('a link whose time is over offers a new one, one that works leads to its page, an unknown one does neither', async () => {
  await pagesOfAccepted()
  const old = await ownPage(later(-2_000))
  const oldJob = `/leads/${await sign('a', 'lead', later(-2_000))}`
  for (const path of [old, oldJob]) expect((await get(path)).body).toContain('Email me a new link')
  expect((await post(`${old}/new-link`)).status).toBe(200)
  expect(await newLinks()).toHaveLength(1)
  const good = await ownPage()
  for (const { status, headers } of [await post(`${good}/new-link`), await get(`${good}/new-link`)])
    expect([status, headers.get('location')]).toEqual([303, good])
  expect((await post('/firm/x/new-link')).status).toBe(404)
  expect(await newLinks()).toHaveLength(1)
})

test('an offer that went to a former address cannot be accepted there', async () => {
  await storeLead([anOffer('a')])
  const path = await link('a')
  await change({ email: 'present@firms.example' })
  expect((await post(path)).status).toBe(410)
  expect((await post(path.replace(/accept$/, 'decline'))).status).toBe(410)
  expect((await post(await link('a'))).body).toContain('Aoife Byrne')
})
