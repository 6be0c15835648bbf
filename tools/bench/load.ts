import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { restFieldName } from '@kerbside/schema/quotes/columns'
import autocannon from 'autocannon'

export type Figures = { perSecond: number; p50: number; p99: number; failed: number }

const clients = 16

const selects = defaultFormFields.filter(({ options }) => options.length > 0)
const choices = Object.fromEntries(selects.map(({ name, options }) => [restFieldName(name), options[0]?.value ?? '']))

const json = { 'content-type': 'application/json' }

/**
 * Fills in the form in the flat shape of `POST /api/quote`; each call is another homeowner. The body suits
 * whatever the default form offers.
 */
function quoteBody(): string {
  const id = crypto.randomUUID()
  return JSON.stringify({
    submission_id: id,
    first_name: 'Bench',
    last_name: 'Mark',
    email: `${id}@example.com`,
    mobile: `07400 ${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`,
    postcode: 'SW1A 1AA',
    ...choices,
    additional_info: 'The gate is narrow and the drain runs along the left side.',
    elapsed_ms: 45_000,
  })
}

/** Sends one quote each time. */
export const submitterOf = (url: string) => async () => {
  const { status } = await fetch(url, { method: 'POST', headers: json, body: quoteBody() })
  if (status !== 201) throw new Error(`A quote was answered ${status}`)
}

export const submitLoad = (url: string, seconds: number) =>
  load({
    url,
    duration: seconds,
    method: 'POST',
    headers: json,
    requests: [{ setupRequest: (request) => ({ ...request, body: quoteBody() }) }],
  })

export const listLoad = (url: string, seconds: number, token: string) =>
  load({ url, duration: seconds, headers: { authorization: `Bearer ${token}` } })

export const pageLoad = (url: string, seconds: number) =>
  load({ url, duration: seconds, headers: { 'accept-encoding': 'br' } })

async function load(options: Omit<autocannon.Options, 'connections'>): Promise<Figures> {
  const result = await autocannon({ ...options, connections: clients })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
