// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { leadFixture } from '../testing/lead-fixture.ts'
import { OtherLeads } from './other-leads.tsx'

const other = { ...leadFixture, id: '9', reference: 'KB-DEF567', status: 'CONTACTED', drivewayMaterial: 'Resin' }
const outage = { message: 'Please try again in a moment.', code: 'UNAVAILABLE' }
const shown = <OtherLeads lead={leadFixture} listPath="/manager/leads" />
const section = async () => within(await screen.findByRole('region', { name: 'Other leads of this homeowner' }))

test('a failure is shown and tried again; each lead has its status and date, and leads to its own page', async () => {
  let isAway = true
  const asked: unknown[] = []
  const { user } = await renderStaff(shown, (_operation, variables) => {
    asked.push(variables)
    return answerOf({ otherLeads: [other] }, isAway ? outage : undefined)
  })
  const others = await section()
  others.getByLabelText('Loading other leads')
  await others.findByText('Please try again in a moment.')
  isAway = false
  await user.click(others.getByRole('button', { name: 'Try again' }))
  const row = within(await others.findByRole('listitem'))
  expect(row.getByRole('link', { name: 'KB-DEF567' }).getAttribute('href')).toBe('/manager/leads/9')
  row.getByText('Contacted')
  row.getByText('2 Jan 2026 · Resin · Same job. Both leads share the same places for contractors.')
  expect(asked).toEqual([{ id: '7' }, { id: '7' }])
})

test('of a lead with the same mobile for another address staff are told that it may be the same job', async () => {
  const doubtful = { ...other, postcode: 'SW1A 2AA' }
  await renderStaff(shown, () => answerOf({ otherLeads: [doubtful] }))
  const row = await (
    await section()
  ).findByText(/May be the same job\. Contractors are offered each lead, so close one if it is\./)
  expect(row.isConnected).toBe(true)
})

test('without any it says so', async () => {
  await renderStaff(shown, () => answerOf({ otherLeads: [] }))
  const none = await (await section()).findByText('None with the same email or mobile.')
  expect(none.isConnected).toBe(true)
})
