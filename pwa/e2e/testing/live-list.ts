import type { Page } from 'playwright-core'
import type { useStaffPages } from './staff-screens.ts'

/** The lead list of an admin, marked so that a reload shows. */
export async function openList({ openSignedIn }: Pick<ReturnType<typeof useStaffPages>, 'openSignedIn'>) {
  const visit = await openSignedIn('/admin')
  // By itself the list loads every 30 seconds; not here, so that whatever it shows came by the stream.
  await visit.page.evaluate(() => Object.assign(window, { setInterval: () => 0 }))
  await visit.page.getByRole('link', { name: 'Lead Management' }).click()
  await visit.page.getByRole('row').nth(1).waitFor()
  await visit.page.evaluate(() => Object.assign(window, { notReloaded: true }))
  return visit
}
export const isNotReloaded = (page: Page) => page.evaluate(() => 'notReloaded' in window)
export const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference })
