import { defaultSettings, type Settings } from '@kerbside/schema/settings/settings'
import { siteUrl } from './site.ts'

export const admin = { email: 'admin@kerbside.example', password: 'kerbside-admin' }
export const manager = { email: 'manager@kerbside.example', password: 'kerbside-manager' }

export type Lead = {
  id: number
  reference: string
  email: string
  status: string
  additional_info: string | null
}

const call = (path: string, init: RequestInit, token = '') =>
  fetch(`${siteUrl()}${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })

async function answerOf(path: string, response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** `text`: what the app stores of the session. */
type Session = { token: string; text: string; signedInAt: number }

/** For each account by its email. */
const sessions = new Map<string, Session>()

/** A token is good for 15 minutes, and whoever gets one here may need it for some of them. */
const isFresh = ({ signedInAt }: Session) => Date.now() - signedInAt < 5 * 60_000

/** The session of an account, which signs in again when its last one was ended or is about to end. */
export async function sessionOf({ email, password } = admin): Promise<Session> {
  const known = sessions.get(email)
  if (known && isFresh(known) && (await call('/api/auth/me', {}, known.token)).ok) return known
  const path = '/api/auth/login'
  const response = await call(path, { method: 'POST', body: JSON.stringify({ email, password }) })
  const { token, user } = (await answerOf(path, response)) as { token: string; user: object }
  const session = { token, text: JSON.stringify({ token, user }), signedInAt: Date.now() }
  sessions.set(email, session)
  return session
}

/** Any endpoint, as the admin of the demo data. */
export async function callAsAdmin(path: string, init: RequestInit = {}): Promise<unknown> {
  const { token } = await sessionOf(admin)
  return answerOf(path, await call(path, init, token))
}

/** What the admin sees of one homeowner's leads, through the same endpoint as any client. */
export async function leadsOf(email: string): Promise<Lead[]> {
  const answer = (await callAsAdmin(`/api/quote?search=${encodeURIComponent(email)}`)) as { data: Lead[] }
  return answer.data
}

/** The admin's change of a lead from another client. */
export const changeLead = (id: number, change: object) =>
  callAsAdmin(`/api/quote/${id}`, { method: 'PATCH', body: JSON.stringify(change) })

/** The id of a firm of the demo data. */
export async function firmIdOf(name: string): Promise<string> {
  const query = `{ contractors(search: ${JSON.stringify(name)}) { id } }`
  const answer = (await callAsAdmin('/graphql', { method: 'POST', body: JSON.stringify({ query }) })) as {
    data: { contractors: { id: string }[] }
  }
  return answer.data.contractors[0]?.id ?? ''
}

/** The settings that a run begins with, but for these, as an admin would save them. */
export async function saveSettings(changes: Partial<Settings>): Promise<void> {
  const graphql = (query: string, variables = {}) =>
    callAsAdmin('/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) }) as Promise<{
      data: { settings: { version: number } }
    }>
  const { version } = (await graphql('{ settings { version } }')).data.settings
  await graphql(
    'mutation ($settings: SettingsInput!, $version: Int!) { saveSettings(settings: $settings, version: $version) { version } }',
    {
      settings: { ...defaultSettings, ...changes },
      version,
    },
  )
}
