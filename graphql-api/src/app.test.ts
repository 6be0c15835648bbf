import { beforeEach, expect, test } from 'vitest'
import { createTestApp, testConfig, useTestApp } from './testing/test-app.ts'

const app = useTestApp()
let answer: Awaited<ReturnType<typeof app.request>>
beforeEach(async () => {
  answer = await app.request('GET', '/api/nothing')
})

test('what does not exist is a problem document', () => {
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is nothing here.',
    message: 'There is nothing here.',
  })
})

test.each(['/healthz', '/api/docs', '/api/index/root', '/graphql', '/offers/x/accept', '/login'])(
  'the strict headers stand on %s too',
  async (path) => {
    const { headers } = await app.request('GET', path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  },
)

test('an answer carries the strict headers, with a nonce of its own', async () => {
  const { headers } = answer
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toMatch(/^(?:strict-origin|no-referrer|same-origin)/)
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'"]) {
    expect(policy).toContain(part)
  }
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  const other = (await app.request('GET', '/healthz')).headers.get('content-security-policy')
  expect(other).not.toBe(policy)
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('behind TLS browsers are told to stay with it, and the refresh cookie is Secure', async () => {
  const secure = createTestApp(testConfig({ PUBLIC_URL: 'https://kerbside.test' }))
  expect((await secure.request('GET', '/healthz')).headers.get('strict-transport-security')).toContain('max-age=')
  const rejected = await secure.request('POST', '/api/auth/refresh')
  expect(rejected.headers.get('set-cookie')).toContain('Secure')
  await secure.close()
})

test('a request id is taken over when it is harmless, and made when it is not', async () => {
  const idFor = async (id: string) =>
    (await app.request('GET', '/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await idFor('abc-123_DEF.4')).toBe('abc-123_DEF.4')
  for (const bad of ['short', 'x'.repeat(65), 'with space in it', '"><script>'])
    expect(await idFor(bad)).toMatch(/^[\da-f-]{36}$/)
})

test('text is compressed for whoever takes it', async () => {
  const response = await app.send('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('vary')).toContain('Accept-Encoding')
  expect((await app.send('/api/openapi.json')).headers.get('content-encoding')).toBeNull()
})

test('the documentation is OpenAPI 3.1 and its page is our own', async () => {
  const { body } = await app.request('GET', '/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/quote', '/quote/{id}', '/auth/login']))
  const page = await app.request('GET', '/api/docs')
  expect(page.body).not.toMatch(/(?:src|href)="https?:/)
  expect((await app.send('/api/docs/swagger-ui-bundle.js')).headers.get('content-type')).toContain('text/javascript')
  for (const file of ['package.json', 'constructor', '__proto__', 'toString']) {
    expect((await app.send(`/api/docs/${file}`)).status).toBe(404)
  }
})

test('metrics are for this machine, or for who has the token', async () => {
  const status = async (options: object, from = app) => (await from.request('GET', '/metrics', options)).status
  expect(await status({ peer: '127.0.0.1' })).toBe(200)
  expect(await status({ peer: '192.0.2.1' })).toBe(404)
  expect(await status({ peer: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.1' } })).toBe(404)
  const guarded = createTestApp(testConfig({ METRICS_TOKEN: 'a-token-of-metrics' }))
  expect(await status({ peer: '127.0.0.1' }, guarded)).toBe(401)
  expect(await status({ token: 'wrong' }, guarded)).toBe(401)
  expect(await status({ token: 'a-token-of-metrics' }, guarded)).toBe(200)
  await guarded.close()
})

test('metrics tell of requests by pattern, and of the outbox', async () => {
  await app.request('GET', '/api/quote/12345')
  const { body } = await app.request('GET', '/metrics', { peer: '127.0.0.1' })
  expect(body).toContain('route="/api/quote/:id"')
  expect(body).not.toContain('/api/quote/12345')
  expect(body).toContain('kerbside_outbox_backlog')
})
