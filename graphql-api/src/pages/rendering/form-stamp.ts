import { createHmac, timingSafeEqual } from 'node:crypto'

/** The time when a form was shown, signed, so that a machine cannot claim an earlier one. */
export type FormStamps = {
  sign: (shownAt: Date) => string
  /** Null for anything that is not ours. */
  read: (stamp: string) => Date | null
}

export function createFormStamps(secret: string): FormStamps {
  // Another key than for sessions and links, so that a stamp can never be used as one of them.
  const seal = (moment: string) => createHmac('sha256', `form-stamp:${secret}`).update(moment).digest()
  return {
    sign(shownAt) {
      const moment = shownAt.getTime().toString(36)
      return `${moment}.${seal(moment).toString('base64url')}`
    },
    read(stamp) {
      const [moment = '', signature = ''] = stamp.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = seal(moment)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return new Date(Number.parseInt(moment, 36))
    },
  }
}
