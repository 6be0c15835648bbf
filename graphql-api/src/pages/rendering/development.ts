import type { RenderScreen } from '@kerbside/schema/pages/content/screen-state'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../../deps.ts'

// `npm run dev`: the web app comes from Vite's development server (tools/local/web-app-server.ts), whose address is in
// VITE_URL. Nothing of this runs in production, where that variable is rejected.

/** The document without its screen, as the sources are now. */
export const developmentDocument = async (vite: string) => (await ask(vite, '/__document')).text()

/** A screen as the sources are now. */
export const developmentRender =
  (vite: string) =>
  async (...parameters: Parameters<RenderScreen>): Promise<ReturnType<RenderScreen>> => {
    const answer = await ask(vite, '/__screen', { method: 'POST', body: JSON.stringify(parameters) })
    return (await answer.json()) as ReturnType<RenderScreen>
  }

async function ask(vite: string, path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(vite + path, init)
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}

/** Vite's own files, the sources that it has made scripts of, and the public files. */
export const developmentFiles = (vite: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    // No page and no endpoint has such a path.
    if (c.req.method !== 'GET' || !/^\/@|\.\w+$/.test(pathname)) return next()
    // Its Accept header tells Vite whether a script or the file itself is asked for.
    const headers = { accept: c.req.header('accept') ?? '*/*', 'sec-fetch-dest': c.req.header('sec-fetch-dest') ?? '' }
    const answer = await fetch(vite + pathname + search, { headers })
    if (answer.status === 404) return next()
    const type = answer.headers.get('content-type') ?? 'application/octet-stream'
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': type, 'cache-control': 'no-store' },
    })
  })
