import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../deps.ts'
import { deviceDays } from './auth-cookies.ts'

/** Accounts that one browser remembers, the latest first: an office shares a computer, and a cookie must stay small. */
const maxAccounts = 5
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** One entry of the cookie, signed: this browser signed in to this account at that time. */
type Entry = { userId: string; deviceId: string; at: number }

/** The browser's id if it signed in to this account within the last 180 days, otherwise null. */
export function knownDevice(ctx: Context, userId: string): string | null {
  return entriesOf(ctx).find((entry) => entry.userId === userId)?.deviceId ?? null
}

/** Writes the cookie with this account in front: from now on this browser is known to it. */
export function rememberDevice(ctx: Context, userId: string): void {
  const known = entriesOf(ctx)
  const deviceId = known[0]?.deviceId ?? ctx.newId()
  const others = known.filter((entry) => entry.userId !== userId)
  const entries = [{ userId, deviceId, at: seconds(ctx.now()) }, ...others].slice(0, maxAccounts)
  ctx.cookies?.write('device', entries.map((entry) => textOf(ctx, entry)).join('~'))
}

function entriesOf(ctx: Context): Entry[] {
  const oldest = seconds(ctx.now()) - deviceDays * 86_400
  const texts = (ctx.cookies?.read('device') ?? '').split('~').slice(0, maxAccounts)
  return texts.map((text) => readEntry(ctx, text)).filter((entry) => entry !== null && entry.at > oldest) as Entry[]
}

const textOf = (ctx: Context, { userId, deviceId, at }: Entry) =>
  [userId, deviceId, at, signatureOf(ctx, { userId, deviceId, at })].join('.')

/** Null for anything that we did not sign. */
function readEntry(ctx: Context, text: string): Entry | null {
  const [, userId = '', deviceId = '', at = '', signature = ''] =
    /^([\da-f]{24})\.([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/.exec(text) ?? []
  if (signature === '') return null
  const entry = { userId, deviceId, at: Number(at) }
  return timingSafeEqual(Buffer.from(signatureOf(ctx, entry)), Buffer.from(signature)) ? entry : null
}

function signatureOf({ config }: Context, { userId, deviceId, at }: Entry): string {
  const key = `known-device:${config.JWT_SECRET}`
  return createHmac('sha256', key).update(`${userId}.${deviceId}.${at}`).digest('base64url')
}
