// npm run pictures: takes the pictures of README.md anew, from a demo of its own that it starts and stops.
import { manageLink, createSignedLinks } from '@kerbside/schema/links/signed-link'
import mongoose from 'mongoose'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { buildAll } from './build/build-all.ts'
import { CliError, runCommand } from './cli/command.ts'
import { dataFolder, root } from './cli/folders.ts'
import { jwtSecret, startSystem } from './local/system.ts'
import { seedOnce } from './seed/seed-once.ts'
import { demoStaff } from './seed/demo-people.ts'
import { findQuickChromium } from './services/chromium.ts'
import { freePorts } from './services/ports.ts'
import { throwAwayFolder } from './testing/throw-away-folder.ts'

const print = (line: string) => console.log(line)
const maximumBytes = 120_000
const phone = { width: 390, height: 844 }
const desk = { width: 1_280, height: 900 }
const long = 1_400

type Picture = { name: string; size: typeof phone; show: (page: Page) => Promise<unknown> }

await runCommand(async () => {
  await buildAll(print)
  const dataDir = throwAwayFolder(dataFolder(), 'pictures')
  mkdirSync(dataDir, { recursive: true })
  let end = async () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const system = await startSystem({
      dataDir,
      database: path.basename(dataDir),
      ports: await freePorts(),
      print,
      prepare: (mongoUri) => seedOnce(mongoUri, print),
      env: { REDIS_PREFIX: path.basename(dataDir), RATE_LIMITS: 'off', SMTP_URL: '' },
    })
    const removed = end
    end = async () => {
      await system.stop()
      await removed()
    }
    const prices = `${system.url}${await pathOfPrices(system.mongoUri, dataDir)}`
    const browser = await chromium.launch({ executablePath: findQuickChromium(print), args: ['--no-sandbox'] })
    try {
      for (const picture of pictures(system.url, prices)) await take(browser, picture)
    } finally {
      await browser.close()
    }
  } finally {
    await end()
  }
  return 0
})

function pictures(url: string, prices: string): Picture[] {
  return [
    { name: 'home', size: phone, show: (page) => page.goto(url, { waitUntil: 'networkidle' }) },
    { name: 'leads', size: desk, show: (page) => showLeads(page, url) },
    { name: 'compare-390', size: { ...phone, height: long }, show: (page) => page.goto(prices) },
    { name: 'compare-1280', size: { ...desk, height: long }, show: (page) => page.goto(prices) },
  ]
}

async function take(browser: Browser, { name, size, show }: Picture): Promise<void> {
  const context = await browser.newContext({ viewport: size, serviceWorkers: 'block', locale: 'en-GB' })
  const page = await context.newPage()
  await show(page)
  await page.evaluate(() => document.fonts.ready)
  const file = path.join(root, 'docs/screenshots', `${name}.png`)
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(file)
  await context.close()
  const { size: bytes } = statSync(file)
  if (bytes > maximumBytes) throw new CliError(`${name}.png has ${bytes} bytes; ${maximumBytes} is the most.`)
  print(`Took ${name}.png, ${Math.ceil(bytes / 1_000)} kB.`)
}

async function showLeads(page: Page, url: string): Promise<void> {
  const [admin] = demoStaff.filter(({ role }) => role === 'admin')
  if (!admin) throw new CliError('The demo has no admin.')
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  await page.goto(`${url}/admin/leads`)
  await page.locator('tbody tr', { hasText: '@' }).nth(5).waitFor()
}

/** The homeowner's page with the prices of a demo lead that firms can still be chosen for: the one with most of them. */
async function pathOfPrices(mongoUri: string, dataDir: string): Promise<string> {
  const client = new mongoose.mongo.MongoClient(mongoUri)
  try {
    type Found = { _id: number; email: string; estimates: unknown[] }
    const found = await client
      .db()
      .collection<Found>('leads')
      .aggregate<Found>([
        {
          $match: { status: 'quoted', trade: 'driveways', 'estimates.1': { $exists: true }, 'estimates.state': 'sent' },
        },
        { $addFields: { count: { $size: '$estimates' }, until: { $max: '$estimates.validUntil' } } },
        { $sort: { count: -1, until: -1, _id: 1 } },
        { $limit: 1 },
      ])
      .toArray()
    const [lead] = found
    if (!lead) throw new CliError('The demo has no lead with prices to compare.')
    const tomorrow = new Date(Date.now() + 86_400_000)
    return `/manage/${await createSignedLinks(jwtSecret(dataDir)).sign(manageLink(lead._id, lead.email), tomorrow)}/prices`
  } finally {
    await client.close()
  }
}
