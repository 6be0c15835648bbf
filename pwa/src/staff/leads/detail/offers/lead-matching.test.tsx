// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf, renderStaff } from '../../../testing/render-staff.tsx'
import { leadFixture } from '../../testing/lead-fixture.ts'
import { LeadMatching } from './lead-matching.tsx'
import { LeadOffers } from './lead-offers.tsx'
import type { MatchingNow } from './offers.queries.ts'

const firm = (name: string, outcome: MatchingNow['firms'][number]['outcome'], ...reasons: string[]) => ({
  contractorId: name,
  contractorName: name,
  outcome,
  reasons,
})
const lead = { ...leadFixture, offers: [], matching: [] }

async function openLead(now: MatchingNow) {
  const parts = (
    <>
      <LeadOffers lead={lead} listPath="/manager/leads" />
      <LeadMatching lead={lead} />
    </>
  )
  await renderStaff(parts, () => answerOf({ dryRunMatching: now }))
  return within(await screen.findByRole('region', { name: 'Why no firm was asked' }))
}

test('a lead that was offered to nobody says why for every firm, without a press', async () => {
  const why = await openLead({
    closed: null,
    sameJob: [],
    firms: [
      firm('Acme', 'NOT_SUITABLE', 'The firm has never been verified', 'Does not work in SW1A'),
      firm('Bow', 'NOT_SUITABLE', 'Daily cap of 5 reached'),
    ],
  })
  await why.findByText('No firm can take this job now. Each says why.')
  const rows = why.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/Acme.*The firm has never been verified · Does not work in SW1A/),
    expect.stringMatching(/Bow.*Daily cap of 5 reached/),
  ])
})

test('what keeps a lead from all firms comes first, and leads that are the same job are linked', async () => {
  const why = await openLead({
    closed: 'A lost lead is offered to nobody.',
    sameJob: [{ id: '9', reference: 'KB-DEF567' }],
    firms: [firm('Acme', 'NEXT_IN_LINE', 'Does driveways', 'A lost lead is offered to nobody.')],
  })
  await why.findByText('A lost lead is offered to nobody.')
  why.getByText('1 suitable')
  expect(screen.getByRole('link', { name: 'KB-DEF567' }).getAttribute('href')).toBe('/manager/leads/9')
})

test('without any firm it says so', async () => {
  const why = await openLead({ closed: null, sameJob: [], firms: [] })
  expect((await why.findByText('There are no firms yet.')).isConnected).toBe(true)
})
