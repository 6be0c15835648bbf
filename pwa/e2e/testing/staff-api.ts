import { siteUrl } from './site.ts'

export const admin = { email: 'admin@kerbside.example', password: 'kerbside-admin' }

let token: string | null = null

async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${siteUrl()}/api${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

export type Lead = { id: number; reference: string; email: string; additional_info: string | null }

async function callAsAdmin(path: string, init: RequestInit = {}): Promise<unknown> {
  token ??= ((await call('/auth/login', { method: 'POST', body: JSON.stringify(admin) })) as { token: string }).token
  return call(path, init)
}

/** What the admin sees of one homeowner's leads, through the same endpoint as any client. */
export async function leadsOf(email: string): Promise<Lead[]> {
  const answer = (await callAsAdmin(`/quote?search=${encodeURIComponent(email)}`)) as { data: Lead[] }
  return answer.data
}

/** The admin's change of a lead from another client. */
export const changeLead = (id: number, change: object) =>
  callAsAdmin(`/quote/${id}`, { method: 'PATCH', body: JSON.stringify(change) })
