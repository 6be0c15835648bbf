import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { isHttps, type Config } from '../config.ts'
import type { AppEnv } from '../rest.ts'

/** Days a session lasts without being used. */
export const sessionDays = 30

const name = 'kerbside_refresh'

/** The refresh token as the browser keeps it: out of reach of scripts, and sent only to the calls that need it. */
export type RefreshCookie = { read: () => string | undefined; write: (token: string | null) => void }

/** What is written last is sent with the answer, whichever door gives it: see `applyCookie`. */
export function refreshCookie(c: HonoContext<AppEnv>): RefreshCookie & { pending: () => string | null | undefined } {
  let written: string | null | undefined
  return {
    read: () => getCookie(c, name),
    write: (token) => {
      written = token
    },
    pending: () => written,
  }
}

export function cookieHeader(token: string | null, config: Config): string {
  return serialize(name, token ?? '', {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isHttps(config),
    maxAge: token === null ? 0 : sessionDays * 86_400,
  })
}
