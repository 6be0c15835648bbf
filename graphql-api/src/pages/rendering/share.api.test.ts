import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'

// POST /admin/share, POST /manager/share: 303
const app = useTestApp()
let server: ServerType
let origin = ''
beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' }, (address) => resolve(address.port))
  })
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => void server.close())

test.each(['/admin/share', '/manager/share'])(
  '60 MB of photos posted to %s without a service worker lead to the screen, which says that it has none of them',
  async (path) => {
    const form = new FormData()
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      form.append('photos', new File([new Uint8Array(20 * 1024 * 1024)], name, { type: 'image/jpeg' }))
    }
    const answer = await fetch(origin + path, { method: 'POST', body: form, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?not-kept`])
  },
)
