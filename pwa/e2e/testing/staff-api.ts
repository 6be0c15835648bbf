import { defaultSettings, type Settings } from '@kerbside/schema/settings/settings'
import { siteUrl } from './site.ts'

export const admin = { email: 'admin@kerbside.example', password: 'kerbside-admin' }

let token: string | null = null

async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${siteUrl()}${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

export type Lead = {
  id: number
  reference: string
  email: string
  status: string
  additional_info: string | null
}

async function callAsAdmin(path: string, init: RequestInit = {}): Promise<unknown> {
  token ??= ((await call('/api/auth/login', { method: 'POST', body: JSON.stringify(admin) })) as { token: string })
    .token
  return call(path, init)
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
