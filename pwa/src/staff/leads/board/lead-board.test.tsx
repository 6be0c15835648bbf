// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderStaff } from '../../testing/render-staff.tsx'
import { noFilter } from '../lead-filter.ts'
import { leadFixture } from '../testing/lead-fixture.ts'
import { LeadBoard } from './lead-board.tsx'

const lead = (id: string, fullName: string, changes: object = {}) => ({
  ...leadFixture,
  id,
  reference: `KB-ABC2${id}`,
  fullName,
  value: null,
  ...changes,
})
const pages = {
  first: { leads: [lead('31', 'Aoife Byrne'), lead('32', 'Rosalind Franklin')], endCursor: 'cursor' },
  next: { leads: [lead('33', 'Ada Lovelace', { sharingStoppedAt: '2026-01-02T10:30:00Z' })], endCursor: null },
}

/** jsdom has no layout: what is scrolled to is what the test says. */
function useScrolling() {
  const watching = new Set<() => void>()
  class Scrolling {
    show: () => void
    constructor(callback: IntersectionObserverCallback) {
      const entry = { isIntersecting: true } as IntersectionObserverEntry
      this.show = () => callback([entry], this as unknown as IntersectionObserver)
    }
    observe() {
      watching.add(this.show)
    }
    disconnect() {
      watching.delete(this.show)
    }
  }
  const before = globalThis.IntersectionObserver
  Object.assign(globalThis, { IntersectionObserver: Scrolling })
  onTestFinished(() => void Object.assign(globalThis, { IntersectionObserver: before }))
  return { scrollToEnd: () => act(() => watching.forEach((show) => show())) }
}

test('a column of the board loads what follows once it is scrolled to, each page once; a card says whom not to contact', async () => {
  const { scrollToEnd } = useScrolling()
  const asked: unknown[] = []
  await renderStaff(
    <LeadBoard state={{ ...noFilter, sort: null, after: null, before: null, view: 'board' }} />,
    (_operation, { after, isFirst, filter }) => {
      const isNew = filter.status === 'NEW'
      if (isNew) asked.push(after)
      const { leads, endCursor } = isNew ? pages[isFirst ? 'first' : 'next'] : { leads: [], endCursor: null }
      const totals = isFirst && { totalCount: isNew ? 3 : 0, totalIsCapped: false, value: [] }
      return {
        data: { leads: { ...totals, pageInfo: { hasNextPage: endCursor !== null, endCursor }, nodes: leads } },
      }
    },
  )
  const column = within(await screen.findByRole('region', { name: 'New' }))
  await column.findByText('Rosalind Franklin')
  column.getByText('3 leads')
  expect(asked).toEqual([null])
  expect(column.queryByText('Do not contact')).toBeNull()
  scrollToEnd()
  scrollToEnd()
  const stopped = (await column.findByText('Ada Lovelace')).closest('li')
  within(stopped ?? document.body).getByText('Do not contact')
  expect(asked).toEqual([null, 'cursor'])
  expect(column.queryByRole('button', { name: 'Show more of New' })).toBeNull()
})
