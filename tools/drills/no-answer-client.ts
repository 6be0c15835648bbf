/** Clients of the main journey: a request that gets no answer is sent again as it was. */
import { setTimeout as sleep } from 'node:timers/promises'
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
export type Step = (journey: Journey, runs: number) => Promise<Run[]>

type Answer = { status: number; text: string }

/** Sends a request until somebody answers. */
export async function ask({ url, blamed }: Journey, path: string, init: RequestInit): Promise<Answer> {
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

export const post = (journey: Journey, path: string) => ask(journey, path, { method: 'POST' })

export const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

type GraphqlAnswer<T> = { data?: T | null; errors?: { message: string }[] }

export async function graphql<T = unknown>(
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

export async function submitQuote(journey: Journey, during: string, changes: object = {}): Promise<Told> {
  const { body, answer } = await submit(journey.url, { changes })
  const { id, reference } = answer.data
  const told = newTold({ during, id, reference, email: body.email, submissionId: body.submission_id })
  told.isHeld = 'website_url' in changes
  journey.told.push(told)
  return told
}

export const each = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

export const emailsOf = ({ sink }: Journey, { id }: Told, kind: string) =>
  sink.emails.filter(({ messageId }) => messageId.startsWith(`<lead-${id}-${kind}`))

export const linkIn = async (email: { raw: string } | undefined, pattern: RegExp) =>
  pattern.exec((await readEmail(email?.raw ?? '')).text)?.[0] ?? ''

/** Leads whose emails have all arrived. */
export async function leads(journey: Journey, count: number): Promise<Told[]> {
  const submitted = await each(count, () => submitQuote(journey, 'nothing'))
  await until(() => submitted.every((told) => emailsOf(journey, told, 'offer').length === 5))
  await until(() => submitted.every((told) => emailsOf(journey, told, 'confirmation').length === 1))
  return submitted
}

export async function accept(journey: Journey, told: Told): Promise<void> {
  const [offer] = emailsOf(journey, told, 'offer')
  const { text } = await post(journey, await linkIn(offer, /\/offers\/[^/\s]+\/accept/))
  if (!text.includes('You have the details')) throw new Error(`Not accepted: ${text}`)
  told.accepted.add(offer?.to ?? '')
}

/** Leads that a firm has. */
export async function acceptedLeads(journey: Journey, count: number): Promise<Told[]> {
  const accepted = await leads(journey, count)
  await Promise.all(accepted.map((told) => accept(journey, told)))
  await until(() => accepted.every((told) => emailsOf(journey, told, 'accepted-notice').length === 1))
  await until(() => accepted.every((told) => emailsOf(journey, told, 'contact-details').length === 1))
  return accepted
}

/** The address of the homeowner's own page. */
export const managePage = async (journey: Journey, told: Told) =>
  linkIn(emailsOf(journey, told, 'confirmation')[0], /\/manage\/[^/\s]+/)

/** The homeowner presses a button of their own page. */
export const press = async (journey: Journey, told: Told, button: string) =>
  post(journey, `${await managePage(journey, told)}/${button}`)
