/**
 * The main journey as its clients make it. What they are told in the end goes to the auditor. Each step prepares so many runs
 * of it, undisturbed, and each run is one client's doing.
 */
import { londonDay, dayAfter } from '@kerbside/schema/time/london-time'
import { setTimeout as sleep } from 'node:timers/promises'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { signInAs } from '../../graphql-api/src/testing/test-app.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { newTold, type Told } from './auditor.ts'
import {
  accept,
  acceptedLeads,
  ask,
  each,
  emailsOf,
  form,
  graphql,
  leads,
  linkIn,
  managePage,
  press,
  submitQuote,
  type Journey,
  type Run,
  type Step,
} from './no-answer-client.ts'

export type { Journey, Run }

const csv = (rows: readonly Record<string, string>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\n')

const importState = 'state added skipped columns { field }'
type ImportReport = { state: string; added: number; skipped: number; columns: { field: string | null }[] }

/** Sends the file, has it checked and imported, and looks on until the report is there. */
async function importFile(journey: Journey, token: string, file: string): Promise<ImportReport> {
  const body = new FormData()
  body.set('file', new File([file], 'leads.csv'))
  const headers = { authorization: `Bearer ${token}` }
  const uploaded = await ask(journey, '/api/imports', { method: 'POST', headers, body })
  const { id } = (JSON.parse(uploaded.text) as { data: { id: string } }).data
  for (;;) {
    const query = `query ($id: ID!) { leadImport(id: $id) { ${importState} } }`
    const read = await graphql<{ leadImport: ImportReport }>(journey, token, query, { id })
    if (!read.data) throw new Error(JSON.stringify(read))
    const report = read.data.leadImport
    const fields = report.columns.map(({ field }) => field)
    if (report.state === 'IMPORTED') return report
    if (report.state === 'MAPPING' || report.state === 'FAILED') {
      const check = `mutation ($id: ID!, $fields: [String]!) { checkImport(id: $id, fields: $fields) { state } }`
      await graphql(journey, token, check, { id, fields })
    }
    if (report.state === 'CHECKED') {
      await graphql(
        journey,
        token,
        `
          mutation ($id: ID!) {
            importLeads(id: $id) {
              state
            }
          }
        `,
        { id },
      )
    }
    await sleep(20)
  }
}

type BulkReport = { state: string; changed: number }

/** Emails a few homeowners, and looks on until the report is there. */
async function emailAll(journey: Journey, token: string, chosen: { id: string; version: number }[]) {
  const start = `mutation ($id: ID!, $leads: [SeenLead!]) {
    startBulkChange(id: $id, leads: $leads, kind: MESSAGE, message: "We ring tomorrow.") { state changed }
  }`
  const started = await graphql(journey, token, start, { id: crypto.randomUUID(), leads: chosen })
  if (started.errors) throw new Error(JSON.stringify(started.errors))
  for (;;) {
    const { data } = await graphql<{ bulkChange: BulkReport }>(journey, token, '{ bulkChange { state changed } }')
    const { state, changed } = data?.bulkChange ?? { state: 'unknown', changed: 0 }
    if (state === 'DONE' && changed === chosen.length) return
    if (state !== 'RUNNING' && state !== 'WAITING') throw new Error(`The change of many leads is ${state}: ${changed}`)
    await sleep(20)
  }
}

/** The firm that has the job sends a price by the page of the job. */
async function sendPrice(journey: Journey, told: Told): Promise<void> {
  const id = crypto.randomUUID()
  const [details] = emailsOf(journey, told, 'contact-details')
  const page = await linkIn(details, /\/leads\/[^/\s]+/)
  const sent = form({
    id,
    kind: 'fixed',
    isVatRegistered: 'yes',
    'lines.0.text': 'Block paving',
    'lines.0.quantity': '40',
    'lines.0.unit': 'm²',
    'lines.0.unitPrice': '100',
    'lines.0.rate': '2000',
    validUntilDay: dayAfter(londonDay(new Date()), 30),
  })
  const { status, text } = await ask(journey, `${page}/price`, sent)
  if (status !== 303) throw new Error(`price: ${status} ${text}`)
  told.prices.add(id)
}

/** Leads that the homeowner has a price of. */
async function pricedLeads(journey: Journey, count: number): Promise<Told[]> {
  const priced = await acceptedLeads(journey, count)
  await Promise.all(priced.map((told) => sendPrice(journey, told)))
  await until(() => priced.every((told) => emailsOf(journey, told, 'estimate').length === 1))
  return priced
}

/** The homeowner chooses the price just as the page shows it. */
async function choosePrice(journey: Journey, told: Told): Promise<void> {
  const [id] = told.prices
  const path = `${await managePage(journey, told)}/prices/${id}/choose`
  const page = await ask(journey, path, {})
  const sha256 = /name="sha256" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const { status, text } = await ask(journey, path, form({ name: 'Aoife Byrne', sha256 }))
  if (status !== 303) throw new Error(`choose: ${status} ${text}`)
  told.chosen = id ?? null
}

export const steps: Record<string, Step> = {
  submit: async (journey, runs) => each(runs, async () => async (during) => [await submitQuote(journey, during)]),

  accept: async (journey, runs) =>
    (await leads(journey, runs)).map((told) => async (during) => {
      told.during = during
      await accept(journey, told)
      return [told]
    }),

  stop: async (journey, runs) =>
    (await acceptedLeads(journey, runs)).map((told) => async (during) => {
      told.during = during
      const { status } = await press(journey, told, 'stop')
      if (status !== 303) throw new Error(`stop: ${status}`)
      told.isStopped = true
      return [told]
    }),

  erase: async (journey, runs) =>
    (await acceptedLeads(journey, runs)).map((told) => async (during) => {
      told.during = during
      const { status } = await press(journey, told, 'erase')
      // 410: it was erased by the request that got no answer, and the page says so.
      if (status !== 303 && status !== 410) throw new Error(`erase: ${status}`)
      told.isErased = true
      return [told]
    }),

  price: async (journey, runs) =>
    (await acceptedLeads(journey, runs)).map((told) => async (during) => {
      told.during = during
      await sendPrice(journey, told)
      return [told]
    }),

  'choose a price': async (journey, runs) =>
    (await pricedLeads(journey, runs)).map((told) => async (during) => {
      told.during = during
      await choosePrice(journey, told)
      return [told]
    }),

  release: async (journey, runs) => {
    const token = await signInAs('admin')
    const held = await each(runs, () => submitQuote(journey, 'nothing', { website_url: 'https://spam.example' }))
    return held.map((told) => async (during) => {
      told.during = during
      const release = 'mutation ($id: ID!) { releaseHeldQuote(id: $id) { reference } }'
      const released = await graphql(journey, token, release, { id: String(told.id) })
      if (released.errors) throw new Error(JSON.stringify(released.errors))
      told.isHeld = false
      return [told]
    })
  },

  import: async (journey, runs) =>
    each(runs, async () => {
      const token = await signInAs('admin')
      return async (during) => {
        const rows = [restAnswers(), restAnswers()].map((row, index) => ({ ...row, mobile: `07400 90000${index}` }))
        const { added, skipped } = await importFile(journey, token, csv(rows))
        if (added !== 2 || skipped > 0) journey.blamed.push(`${during}: ${added} of two rows were added`)
        const told = rows.map(({ email }) => newTold({ during, email }))
        journey.told.push(...told)
        return told
      }
    }),

  'bulk change': async (journey, runs) => {
    const all = await leads(journey, 2 * runs)
    const versions = new Map<number | null, number>()
    const token = await signInAs('manager')
    for (const { id } of all) {
      const query = `{ lead(id: "${id}") { version } }`
      const { data } = await graphql<{ lead: { version: number } }>(journey, token, query)
      versions.set(id, data?.lead.version ?? 0)
    }
    return each(runs, async () => {
      const [own, pair] = [await signInAs('manager'), all.splice(0, 2)]
      return async (during) => {
        for (const told of pair) told.during = during
        const chosen = pair.map(({ id }) => ({ id: String(id), version: versions.get(id) ?? 0 }))
        await emailAll(journey, own, chosen)
        for (const told of pair) told.followUps = 1
        return pair
      }
    })
  },
}
