import { readCookie, writeCookie } from '../cookies.ts'

/** Whether this browser has the keys that act alone: speech input and unsteady hands press them unasked (WCAG 2.1.4). */
export const singleKeys = {
  areOn: () => readCookie('single_keys') !== 'off',
  set: (on: boolean) => writeCookie('single_keys', on ? 'on' : 'off', 365),
}
