import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { postQuote } from './testing/quote-form.ts'
import { leadsOf } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const handles = (page: Page, name: string) => column(page, name).getByRole('button', { name: /^Move KB-/ })

async function dragByMouse(page: Page, from: string, to: string): Promise<void> {
  const card = await column(page, from).getByRole('listitem').first().boundingBox()
  const target = await column(page, to).boundingBox()
  if (!card || !target) throw new Error('there is nothing to drag')
  await page.mouse.move(card.x + 60, card.y + 40)
  await page.mouse.down()
  await page.mouse.move(card.x + 80, card.y + 50)
  await page.mouse.move(target.x + 60, target.y + 90, { steps: 4 })
  await page.mouse.up()
}

/** A finger that rests on a card, which picks it up, and goes to another column. */
async function dragByFinger(page: Page, from: string, to: string): Promise<void> {
  const card = await column(page, from).getByRole('listitem').first().boundingBox()
  const target = await column(page, to).boundingBox()
  if (!card || !target) throw new Error('there is nothing to drag')
  const touchscreen = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touchscreen.send('Input.dispatchTouchEvent', { type, touchPoints })
  const start = { x: card.x + 60, y: card.y + 40 }
  await touch('touchStart', start)
  await page.waitForTimeout(400)
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: start.x + part * (target.x + 60 - start.x), y: start.y + 40 })
  await touch('touchEnd')
  await touchscreen.detach()
}

test('on the board a lead is moved by mouse, finger and keyboard and from its menu, and the counts follow', async () => {
  const mark = `e2e-${crypto.randomUUID().slice(0, 12)}`
  for (const number of [1, 2, 3]) await postQuote({ email: `${mark}-${number}@homes.example` })
  const { page, close } = await openSignedIn(`/admin/leads?q=${mark}`)
  await page.getByText('3 leads match').waitFor()
  await page.getByRole('button', { name: 'Board' }).click()
  await column(page, 'New').getByText('3 leads', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe(`?q=${mark}&view=board`)
  expect(await seriousFindings(page)).toEqual([])

  await dragByMouse(page, 'New', 'Contacted')
  await page.getByText('Status changed to Contacted').waitFor()
  await column(page, 'Contacted').getByText('1 lead', { exact: true }).waitFor()
  await column(page, 'New').getByText('2 leads', { exact: true }).waitFor()

  await dragByFinger(page, 'New', 'Contacted')
  await column(page, 'Contacted').getByText('2 leads', { exact: true }).waitFor()
  await column(page, 'New').getByText('1 lead', { exact: true }).waitFor()
  // The column as the server has it: who was contacted is owed no answer.
  await expect
    .poll(() =>
      column(page, 'Contacted')
        .getByText(/^Due in/)
        .count(),
    )
    .toBe(0)

  const spoken = page.locator('[id^=DndLiveRegion]')
  await handles(page, 'Contacted').first().focus()
  await page.keyboard.press('Space')
  await spoken.getByText('Aoife Byrne is over Contacted.').waitFor()
  await page.keyboard.press('ArrowRight')
  await spoken.getByText('Aoife Byrne is over Quoted.').waitFor()
  await page.keyboard.press('Space')
  await spoken.getByText('Aoife Byrne was put into Quoted.').waitFor()
  await page.getByText('Status changed to Quoted').waitFor()
  await column(page, 'Quoted').getByText('1 lead', { exact: true }).waitFor()
  await expect.poll(() => handles(page, 'Quoted').evaluate((one) => one === document.activeElement)).toBe(true)

  await handles(page, 'New').click()
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await page.getByLabel('Why was it lost?').fill('Too expensive')
  await page.getByRole('button', { name: 'Mark as lost' }).click()
  await column(page, 'Lost').getByText('1 lead', { exact: true }).waitFor()
  await column(page, 'New').getByText('No leads match').waitFor()
  await expect
    .poll(async () => (await leadsOf(mark)).map(({ status }) => status).toSorted())
    .toEqual(['contacted', 'lost', 'quoted'])
  await close()
})
