import type { Context as HonoContext } from 'hono'
import type { AppEnv } from './rest.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/**
 * GraphiQL from our own files. Its code is one inline script, allowed by the nonce. It makes its workers from blobs and
 * adds styles of its own, so this page alone has a policy that lets it.
 */
export async function graphiqlPage(c: HonoContext<AppEnv>): Promise<Response> {
  const nonce = c.get('nonce')
  // Nine megabytes: loaded when somebody first asks for it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = await renderGraphiQL({
    title: 'Kerbside GraphiQL',
    endpoint: '/graphql',
    defaultQuery,
    credentials: 'same-origin',
  })
  const html = String(page)
    .replace('<style>', `<style nonce="${nonce}">`)
    .replace('<script>', () => `<script nonce="${nonce}">${sessionScript}</script><script nonce="${nonce}">`)
  return c.html(html, 200, {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce, {
      'style-src': "'self' 'unsafe-inline'",
      'font-src': "'self' data:",
      'worker-src': "'self' blob:",
    }),
  })
}

const defaultQuery = `# Ask the data anything. Sign in to the app first: this page uses the same session.
{
  leads(first: 5) {
    totalCount
    nodes {
      id
      fullName
      status
    }
  }
}
`

/** Sends the app's session along, and renews its token as the app does when it has run out. */
const sessionScript = `
(() => {
  const key = 'unauth'
  const send = window.fetch.bind(window)
  const session = () => { try { return JSON.parse(localStorage.getItem(key)) ?? {} } catch { return {} } }
  const runsOut = (token) => { try { return JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 < Date.now() + 5000 } catch { return true } }
  const freshToken = async () => {
    const { token } = session()
    if (!token || !runsOut(token)) return token
    const answer = await send('/api/auth/refresh', { method: 'POST', headers: { authorization: 'Bearer ' + token } })
    if (!answer.ok) return token
    const renewed = await answer.json()
    localStorage.setItem(key, JSON.stringify({ ...session(), ...renewed }))
    return renewed.token
  }
  window.fetch = async (input, init = {}) => {
    const token = await freshToken()
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', 'Bearer ' + token)
    return send(input, { ...init, headers })
  }
})()
`
