import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { isHttps, type Config } from '../config.ts'
import type { AuthCookies } from '../deps.ts'

/** Days a session lasts without being used. */
export const sessionDays = 30
/** Days a browser counts as known to an account after it signed in to it (docs/specification.md, 8.4). */
export const deviceDays = 180

const cookies = {
  /** The refresh token: sent only to the calls that need it. */
  refresh: { name: 'kerbside_refresh', path: '/api/auth', days: sessionDays },
  /** The accounts that this browser signed in to. REST and GraphQL both read it. */
  device: { name: 'kerbside_device', path: '/', days: deviceDays },
} as const

type CookieName = keyof typeof cookies

export function authCookies(c: HonoContext): AuthCookies & { headers: (config: Config) => string[] } {
  const written = new Map<CookieName, string | null>()
  return {
    read: (cookie) => getCookie(c, cookies[cookie].name),
    write: (cookie, value) => void written.set(cookie, value),
    headers: (config) => [...written].map(([cookie, value]) => cookieHeader(cookie, value, config)),
  }
}

function cookieHeader(cookie: CookieName, value: string | null, config: Config): string {
  const { name, path, days } = cookies[cookie]
  return serialize(name, value ?? '', {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isHttps(config),
    maxAge: value === null ? 0 : days * 86_400,
  })
}
