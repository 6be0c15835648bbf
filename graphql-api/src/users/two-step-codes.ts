import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Steps of 30 seconds before and after the present one whose codes count: clocks differ. */
const window = 1
const recoveryCodeCount = 10

/** SHA-1, six digits and 30 seconds: what every authenticator app understands. */
const totpOf = (secret: string, label = '') => new TOTP({ issuer: 'Kerbside', label, secret })

/** 160 random bits, in base32. */
export const newTwoStepSecret = () => new Secret().base32

/** What the picture says that an authenticator app reads. */
export const twoStepUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** The time step whose code this is; null for any other text. */
export function timeStepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: plain(code), timestamp, window })
  return delta === null ? null : TOTP.counter({ timestamp }) + delta
}

/** As people type it from a screen or from paper. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Only these can be guessed: a recovery code has 80 random bits. */
export const isTimeCode = (code: string) => /^\d{6}$/.test(plain(code))

/** To be shown once: only their hashes are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: 10 }).base32)
  return { codes: codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-')), hashes: codes.map(hashOf) }
}

/** Recovery codes have no 0, 1 and 8, which people read for O, I and B. They are random enough for a fast hash. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(asRead(plain(code)))
    .digest('base64url')
const asRead = (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')

export type SpentCode = 'time-code' | 'recovery-code'

/** Uses a code up: of several who send the same one at once, one gets it. Null for a wrong, old or used one. */
export async function spendCode(userId: UserRecord['_id'], code: string, now: Date): Promise<SpentCode | null> {
  const owner = { _id: userId, twoStepEnabledAt: { $ne: null } }
  const isDone = async (guard: object, change: object) =>
    (await UserModel.updateOne({ ...owner, ...guard }, change, { timestamps: false })).modifiedCount === 1
  if (!isTimeCode(code)) {
    const left = { 'twoStep.recoveryCodes': hashOf(code) }
    return (await isDone(left, { $pull: left })) ? 'recovery-code' : null
  }
  const secret = (await UserModel.findOne(owner).select('+twoStep').lean())?.twoStep?.secret
  const step = secret === undefined ? null : timeStepOf(secret, code, now)
  if (step === null) return null
  const unused = { 'twoStep.secret': secret, 'twoStep.lastStep': { $lt: step } }
  return (await isDone(unused, { $set: { 'twoStep.lastStep': step } })) ? 'time-code' : null
}
