import { createHmac, timingSafeEqual } from 'node:crypto'

/** The moment a form was shown, signed, so that a machine cannot make itself look patient. */
export type FormStamps = {
  sign: (shownAt: Date) => string
  /** Null for anything that is not ours. */
  read: (stamp: string) => Date | null
}

export function createFormStamps(secret: string): FormStamps {
  // Not the key of the sessions or the links: a stamp can never be taken for one of them.
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
