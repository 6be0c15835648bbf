import { siteUrl } from './site.ts'
import { callAsAdmin } from './staff-api.ts'

type Content = Record<string, Record<string, unknown>>
export type PageRecord = { id: string; url: string; content: Content; version: number; is_published: boolean }

async function asAdmin<T>(path: string, body?: unknown): Promise<T> {
  const post = { method: 'POST', body: JSON.stringify(body) }
  return ((await callAsAdmin(`/api${path}`, body === undefined ? {} : post)) as { data: T }).data
}

export type Collection = 'index' | 'about' | 'how-it-works'

/** A url that no other journey uses. */
export const ownUrl = (below = '') => `${below}/e2e-${crypto.randomUUID().slice(0, 8)}`

/** A published page of a journey's own, with the built-in content of its kind. */
export function publishedPage(collection: Collection = 'index', url = ownUrl()): Promise<PageRecord> {
  return asAdmin(`/content/${collection}`, { url, is_published: true })
}

export const pageRecord = (id: string, collection: Collection = 'index') =>
  asAdmin<PageRecord>(`/content/${collection}/${id}`)

/** What the public sees. */
export async function publicHtml(path: string): Promise<string> {
  return (await fetch(siteUrl() + path)).text()
}

/** A second admin, so that two people can be at one page. */
export async function anotherAdmin(name: string): Promise<{ email: string; password: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'a-long-pass-phrase'
  await asAdmin('/auth/user', { name, email, password, role_id: 1 })
  return { email, password }
}
