import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { listContractors } from './contractors.service.ts'

const app = useTestApp()

test('firms are listed by name, searched by name and email, and told apart by being active', async () => {
  const ctx = app.contextOf((await createSession(await createUser('manager'))).viewer)
  await ContractorModel.create([
    aContractor('Zebra (Paving)'),
    aContractor('Acme'),
    aContractor('Milo', { active: false }),
  ])
  const names = async (filter: object) => (await listContractors(ctx, filter)).map(({ name }) => name)
  expect(await names({})).toEqual(['Acme', 'Milo', 'Zebra (Paving)'])
  expect(await names({ search: 'ZEBRA (' })).toEqual(['Zebra (Paving)'])
  expect(await names({ search: 'acme@firms' })).toEqual(['Acme'])
  expect(await names({ active: true })).toEqual(['Acme', 'Zebra (Paving)'])
  expect(await names({ active: false, search: null })).toEqual(['Milo'])
  await expect(listContractors(app.contextOf(null), {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
