import { can, roles, type Action } from '@kerbside/schema/users/user'
import { expect, test } from 'vitest'
import { restRoutes } from '../app.ts'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()

const guarded = restRoutes.filter(({ who, body, upload }) => who !== 'public' && (body || upload))

test('there are rows with a body that are not for everybody', () => {
  expect(guarded.length).toBeGreaterThan(8)
})

test.each(guarded.map((row) => [row.method.toUpperCase(), row.path, row] as const))(
  '%s %s: who may not is told so before the body is looked at, whatever it is',
  async (method, path, { who }) => {
    const url = `/api${path.replaceAll(/\{\w+\}/g, '1')}`
    const bodies = [
      { body: '{"broken":', headers: { 'content-type': 'application/json' } },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { body: 'x'.repeat(2 * 1024 * 1024), headers: { 'content-type': 'application/json' } },
    ]
    const statusesOf = async (token: string | null) =>
      Promise.all(bodies.map(async (sent) => (await app.request(method, url, { ...sent, token })).status))
    expect(await statusesOf(null)).toEqual([401, 401, 401])
    const forbidden = roles.filter((role) => !can({ role }, who as Action))
    expect(forbidden).toContain('user')
    for (const role of forbidden) {
      expect(await statusesOf(await signInAs(role))).toEqual([403, 403, 403])
    }
  },
)
