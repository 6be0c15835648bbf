import { expect, test } from 'vitest'
import { button, field, messageShown, openTab } from './testing/page-editor.ts'
import { publicHtml, publishedPage } from './testing/page-records.ts'
import { desktop, phone } from './testing/site.ts'
import { countTaps } from './testing/taps.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test.each([
  ['at a desk', desktop, 5],
  // The sidebar is behind a button.
  ['on a phone', phone, 6],
] as const)(
  '%s an admin gets from the dashboard to a published hero text in few presses',
  async (_where, size, most) => {
    const { url } = await publishedPage()
    const { page, close } = await openSignedIn('/admin/users', undefined, size)
    const counted = await countTaps(page.context())
    await page.goto('/admin')
    if (size === phone) await button(page, 'Open the sidebar').click()
    await page.getByRole('link', { name: 'Home Page Management' }).click()
    await page.getByRole('link', { name: `Edit ${url}`, exact: true }).click()
    await openTab(page, 'Hero')
    const title = field(page, 'Title line 1')
    await title.click()
    await title.fill('Five presses away')
    await button(page, 'Publish').click()
    await messageShown(page, 'Published: Page is now live!')
    expect(await publicHtml(url)).toContain('Five presses away')
    expect(counted.taps).toBe(most)
    await close()
  },
)
