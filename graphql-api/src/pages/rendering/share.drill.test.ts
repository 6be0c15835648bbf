import { expect, test } from 'vitest'
import { serveApp, useTestApp } from '../../testing/test-app.ts'

// POST /admin/share, POST /manager/share: 303
const origin = await serveApp(useTestApp())

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
