/**
 * The main journey as its clients make it: a request that gets no answer is sent again as it was. What they are told in the
 * end goes to the auditor. Each step prepares so many runs of it, undisturbed, and each run is one client's doing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { signInAs } from '../../graphql-api/src/testing/test-app.ts'
import { readEmail, type MailSink } from '../../worker/src/testing/mail-sink.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { submit } from './api-process.ts'
import { newTold, type Told } from './auditor.ts'

export type Journey = {
  url: string
  sink: MailSink
  told: Told[]
  /** Answers that blame a fault of ours, which no outage is. */
  blamed: string[]
}

/** One client's doing. `during` says what is lost meanwhile. Gives what it is about. */
export type Run = (during: string) => Promise<Told[]>
type Step = (journey: Journey, runs: number) => Promise<Run[]>

type Answer = { status: number; text: string }

/** Sends a request until somebody answers. */
async function ask({ url, blamed }: Journey, path: string, init: RequestInit): Promise<Answer> {
  for (;;) {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (answer && typeof text === 'string') {
      const code = /"code":"(INTERNAL_SERVER_ERROR|UNAVAILABLE)"/.exec(text)?.[1]
      if (answer.status === 500 || code === 'INTERNAL_SERVER_ERROR') blamed.push(`${path}: ${answer.status} ${text}`)
      if (answer.status < 500 && code === undefined) return { status: answer.status, text }
    }
    await sleep(20)
  }
}

const post = (journey: Journey, path: string) => ask(journey, path, { method: 'POST' })

type GraphqlAnswer<T> = { data?: T | null; errors?: { message: string }[] }

async function graphql<T = unknown>(
  journey: Journey,
  token: string,
  query: string,
  variables: object = {},
): Promise<GraphqlAnswer<T>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ query, variables })
  const { text } = await ask(journey, '/graphql', { method: 'POST', headers, body })
  return JSON.parse(text) as GraphqlAnswer<T>
}

async function submitQuote(journey: Journey, during: string, changes: object = {}): Promise<Told> {
  const { body, answer } = await submit(journey.url, { changes })
  const { id, reference } = answer.data
  const told = newTold({ during, id, reference, email: body.email, submissionId: body.submission_id })
  told.isHeld = 'website_url' in changes
  journey.told.push(told)
  return told
}

const each = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

const emailsOf = ({ sink }: Journey, { id }: Told, kind: string) =>
  sink.emails.filter(({ messageId }) => messageId.startsWith(`<lead-${id}-${kind}`))

const linkIn = async (email: { raw: string } | undefined, pattern: RegExp) =>
  pattern.exec((await readEmail(email?.raw ?? '')).text)?.[0] ?? ''

/** Leads whose emails have all arrived. */
async function leads(journey: Journey, count: number): Promise<Told[]> {
  const submitted = await each(count, () => submitQuote(journey, 'nothing'))
  await until(() => submitted.every((told) => emailsOf(journey, told, 'offer').length === 5))
  await until(() => submitted.every((told) => emailsOf(journey, told, 'confirmation').length === 1))
  return submitted
}

async function accept(journey: Journey, told: Told): Promise<void> {
  const [offer] = emailsOf(journey, told, 'offer')
  const { text } = await post(journey, await linkIn(offer, /\/offers\/[^/\s]+\/accept/))
  if (!text.includes('The job is yours')) throw new Error(`Not accepted: ${text}`)
  told.accepted.add(offer?.to ?? '')
}

/** Leads that a firm has. */
async function acceptedLeads(journey: Journey, count: number): Promise<Told[]> {
  const accepted = await leads(journey, count)
  await Promise.all(accepted.map((told) => accept(journey, told)))
  await until(() => accepted.every((told) => emailsOf(journey, told, 'accepted-notice').length === 1))
  await until(() => accepted.every((told) => emailsOf(journey, told, 'contact-details').length === 1))
  return accepted
}

/** The homeowner presses a button of their own page. */
async function press(journey: Journey, told: Told, button: string): Promise<Answer> {
  const [confirmation] = emailsOf(journey, told, 'confirmation')
  return post(journey, `${await linkIn(confirmation, /\/manage\/[^/\s]+/)}/${button}`)
}

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
