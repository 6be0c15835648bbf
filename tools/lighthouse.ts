// npm run lighthouse [address]: median of five mobile runs against a running Kerbside; http://localhost:4000 unless said otherwise.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { CliError, runCommand } from './cli/command.ts'
import { root } from './cli/folders.ts'
import { findChromium } from './services/chromium.ts'

const runs = 5
const shownAudits = 'first-contentful-paint largest-contentful-paint total-blocking-time cumulative-layout-shift'.split(
  ' ',
)
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number } | undefined>
}

/** A trace without its beginning is Lighthouse's own failure, and asked for again. */
function measure(url: string, chromium: string, tries = 4): Report {
  const program = path.join(root, 'node_modules/lighthouse/cli/index.js')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [program, url, '--output=json', '--quiet', `--chrome-flags=${flags}`],
    { encoding: 'utf8', maxBuffer: 64e6, env: { ...process.env, CHROME_PATH: chromium } },
  )
  if (status !== 0 && tries > 1 && stderr.includes('NO_NAVSTART')) return measure(url, chromium, tries - 1)
  if (status !== 0) throw new CliError(`Lighthouse could not measure ${url}: ${stderr.split('\n')[0]}`)
  return JSON.parse(stdout) as Report
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

await runCommand(async () => {
  const url = process.argv[2] ?? 'http://localhost:4000/'
  const chromium = findChromium(console.log)
  const reports = Array.from({ length: runs }, () => measure(url, chromium))
  console.log(`Lighthouse, mobile, median of ${runs}: ${url}`)
  for (const category of Object.keys(reports[0]?.categories ?? {})) {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
    console.log(`  ${category.padEnd(16)} ${median(scores)}   (${scores.join(' ')})`)
  }
  for (const audit of shownAudits) {
    const values = reports.map(({ audits }) => audits[audit]?.numericValue ?? 0)
    console.log(`  ${audit.padEnd(26)} ${median(values).toFixed(3)}`)
  }
})
