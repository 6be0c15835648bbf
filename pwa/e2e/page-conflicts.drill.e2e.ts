import { expect, test } from 'vitest'
import { button, editorOf, field, messageShown } from './testing/page-editor.ts'
import { anotherAdmin, pageRecord, publishedPage } from './testing/page-records.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('two admins edit one page: the second is told, sees both values, and nothing is lost', async () => {
  const { id, url } = await publishedPage()
  const other = await anotherAdmin('Bea Brook')
  const [first, second] = await Promise.all([openSignedIn(editorOf(url), other), openSignedIn(editorOf(url))])
  await field(first.page, 'Tagline').fill('From Bea')
  await field(first.page, 'Logo text').fill('Logo of Bea')
  await field(second.page, 'Tagline').fill('From Alex')
  await button(first.page, 'Save Changes').click()
  await messageShown(first.page, 'Saved: Home content updated.')

  await button(second.page, 'Save Changes').click()
  const dialog = second.page.getByRole('dialog', { name: 'Changed meanwhile by Bea Brook' })
  const tagline = dialog.getByRole('radiogroup', { name: 'Header: Tagline' })
  await tagline.getByText('From Bea').waitFor()
  await tagline.getByText('From Alex').waitFor()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  expect(await field(second.page, 'Tagline').inputValue()).toBe('From Alex')

  await button(second.page, 'Save Changes').click()
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await messageShown(second.page, 'Saved: Home content updated.')
  const { content, version } = await pageRecord(id)
  expect(content['header']).toMatchObject({ tagline: 'From Alex', logoText: 'Logo of Bea' })
  expect(version).toBe(3)

  await button(second.page, 'History').click()
  await second.page.getByText('Version 2').waitFor()
  await second.page.getByText(/by Bea Brook/).waitFor()
  await Promise.all([first.close(), second.close()])
})

test.each([
  ['Keep mine', 'From Alex', null],
  ['Take theirs', 'From Bea', 'From Alex'],
])('after a conflict, %s keeps what it says, and theirs can be undone', async (choice, kept, undone) => {
  const { url } = await publishedPage()
  const other = await anotherAdmin('Bea Brook')
  const [first, second] = await Promise.all([openSignedIn(editorOf(url), other), openSignedIn(editorOf(url))])
  await field(first.page, 'Tagline').fill('From Bea')
  await field(second.page, 'Tagline').fill('From Alex')
  await button(first.page, 'Save Changes').click()
  await messageShown(first.page, 'Saved: Home content updated.')
  await button(second.page, 'Save Changes').click()
  await button(second.page, choice).click()
  await second.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await field(second.page, 'Tagline').inputValue()).toBe(kept)
  if (undone !== null) await button(second.page, 'Undo').click()
  expect(await field(second.page, 'Tagline').inputValue()).toBe(undone ?? kept)
  await Promise.all([first.close(), second.close()])
})
