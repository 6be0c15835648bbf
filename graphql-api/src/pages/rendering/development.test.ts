import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { createTestApp, testConfig, useTestApp } from '../../testing/test-app.ts'

/** What tools/local/web-app-server.ts has for the api. */
const asked: string[] = []
const vite = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse) {
  asked.push(request.url ?? '')
  if (request.url === '/__document')
    return response.end('<head nonce="__NONCE__"><!--head--></head><!--body--><!--state-->')
  if (request.url === '/__screen') {
    const [state] = JSON.parse(await text(request)) as [{ screen: string }]
    return response.end(JSON.stringify({ head: '<title>now</title>', body: `the ${state.screen} as it is now` }))
  }
  if (request.url?.startsWith('/src/main.ts'))
    return response.setHeader('content-type', 'text/javascript').end('main()')
  return response.writeHead(404).end()
}
await new Promise<void>((resolve) => vite.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(vite.address() as AddressInfo).port}`

useTestApp()
const app = createTestApp(testConfig({ VITE_URL: url }))
afterAll(async () => {
  await app.close()
  vite.close()
})

test('with VITE_URL a page is drawn from the sources each time, and may hear of changes', async () => {
  for (const _time of [1, 2]) {
    const { status, body, headers } = await app.request('GET', '/')
    expect([status, body.includes('<title>now</title>'), body.includes('the page as it is now')]).toEqual([
      200,
      true,
      true,
    ])
    const nonce = /<head nonce="([^"]+)"/.exec(body)?.[1]
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${url.replace('http', 'ws')}`)
  }
  expect(asked.filter((path) => path === '/__screen')).toHaveLength(2)
})

test('with VITE_URL scripts come from Vite, what it does not have from nobody, and the service worker takes itself away', async () => {
  const script = await app.request('GET', '/src/main.ts?t=1')
  expect([script.status, script.body, script.headers.get('cache-control')]).toEqual([200, 'main()', 'no-store'])
  expect((await app.request('GET', '/assets/nothing.js')).status).toBe(404)
  expect((await app.request('GET', '/service-worker.js')).body).toContain('unregister()')
})

test('production rejects VITE_URL', () => {
  expect(() => testConfig({ KERBSIDE_ENV: 'production', VITE_URL: url })).toThrow(
    /VITE_URL[^]*must not be set in production/,
  )
})
