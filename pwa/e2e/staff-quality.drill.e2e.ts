import { staffRoutes } from '@kerbside/schema/pages/site-paths'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousInBothSchemes } from './testing/axe.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { desktop, phone } from './testing/site.ts'
import { admin, firmIdOf, leadsOf, manager } from './testing/staff-api.ts'
import { loaded, show, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages()

async function aLeadId(): Promise<string> {
  const email = uniqueEmail()
  await postQuote({ email })
  return String((await leadsOf(email))[0]?.id)
}

/** The address of every screen below `area`, with something in place of its parameters. */
function screensOf(area: keyof typeof staffRoutes, parameters: Record<string, string>): string[] {
  const addressOf = (route: string) =>
    `/${area}/${route}`.replace(/\/$/, '').replace(/:(\w+)/g, (_parameter, name: string) => {
      const value = parameters[name]
      if (value === undefined) throw new Error(`Which :${name} is there for ${route}?`)
      return value
    })
  return staffRoutes[area].map(addressOf)
}

const widthOver = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

// The tests of this file run side by side, because one page keeps only one processor busy.
test.concurrent('axe finds nothing serious before signing in', async () => {
  const { page, close } = await visit('/login')
  const findings: string[] = []
  for (const path of screensOf('login', { token: 'unknown' })) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await loaded(page)
    findings.push(...(await seriousInBothSchemes(page, path)))
  }
  expect(findings).toEqual([])
  await close()
})

/** Lists are drawn anew for another width, a moment after the window has it. */
async function widthOnceDrawn(page: Page): Promise<number> {
  let over = await widthOver(page)
  for (let looks = 0; over > 0 && looks < 30; looks += 1) {
    await page.waitForTimeout(100)
    over = await widthOver(page)
  }
  return over
}

// The two areas share their screens: one is looked at on a desk, the other on a phone.
const areas = [
  ['admin', 'at a desk', admin, desktop],
  ['manager', 'on a phone', manager, phone],
] as const

test.concurrent.each(areas)(
  '%s, %s: on no screen axe finds anything serious, and none is wider than the window, a phone’s too',
  async (area, _where, account, size) => {
    const id = await aLeadId()
    const { page, close } = await openSignedIn(`/${area}`, account, size)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const findings: string[] = []
    const contractorId = await firmIdOf('Thames Paving')
    for (const path of screensOf(area, { id, contractorId, slug: 'root', name: 'confirmation' })) {
      await show(page, path)
      findings.push(...(await seriousInBothSchemes(page, path)))
      for (const { viewport } of new Set([size, phone])) {
        await page.setViewportSize(viewport)
        await page.waitForFunction((width) => screen.width === width, viewport.width)
        const over = await widthOnceDrawn(page)
        if (over > 0) findings.push(`${path} is ${over} px wider than the window of ${viewport.width} px`)
      }
      await page.setViewportSize(size.viewport)
    }
    expect(findings).toEqual([])
    await close()
  },
)

/** What to press on a screen until a dialog or a menu is open. */
const opened = (lead: string, firm: string): [string, ...(string | RegExp)[]][] => [
  ['/admin', 'Your sessions'],
  ['/admin', /^Theme: /],
  ['/admin/users', 'Add User'],
  ['/admin/users', /^Actions for /],
  ['/admin/users', /^Actions for /, 'Edit User'],
  ['/admin/users', /^Actions for /, 'Delete User'],
  ['/admin/contractors', 'Add Contractor'],
  ['/admin/contractors', /^Edit /],
  ['/admin/contractors', 'Who would get a lead?'],
  ['/admin/contractors', 'Import'],
  [firm, 'Edit'],
  [firm, 'Add evidence'],
  [firm, /^Delete /],
  [lead, 'Contact Customer'],
  [lead, 'Send Quote'],
  [lead, 'Add Notes'],
  [lead, 'Assign'],
  [lead, 'Lost'],
  [lead, 'Delete Lead'],
  ['/admin/leads', 'Views'],
  ['/admin/leads', 'Import'],
  ['/admin/leads', 'Assign Leads'],
  ['/admin/leads', 'Schedule Calls'],
  ['/admin/leads', 'Send Follow-up'],
  ['/admin/leads', 'Update Status'],
  ['/admin/leads', /^Delete Selected/],
  ['/admin/home-editor/edit/root', 'History'],
]

const layers = '[role=dialog], [role=menu]'

test.concurrent('axe finds nothing serious in the dialogs and menus', async () => {
  const lead = `/admin/leads/${await aLeadId()}`
  const firm = `/admin/contractors/${await firmIdOf('Thames Paving')}`
  const { page, close } = await openSignedIn('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const findings: string[] = []
  for (const [path, ...names] of opened(lead, firm)) {
    const isThere = new URL(page.url()).pathname === path
    await show(page, path)
    if (path === '/admin/leads' && !isThere) await page.getByLabel('Select all leads on this page').check()
    for (const name of names) {
      const pressed = page.getByRole('button', { name, exact: true }).or(page.getByRole('menuitem', { name }))
      await pressed.first().click()
    }
    const layer = page.locator(layers)
    await layer.first().waitFor()
    await loaded(page)
    findings.push(...(await seriousInBothSchemes(page, `${path} ${names.join(' ')}`, layers)))
    await page.keyboard.press('Escape')
    await page.waitForFunction((selector) => !document.querySelector(selector), layers)
  }
  expect(findings).toEqual([])
  await close()
})
