import { act as reactAct } from 'react'

/**
 * React's `act`. What happens outside it is no mistake of a test: a toast goes by itself when its time is over, which on a
 * busy machine is in the middle of a test, and React would report that as an error.
 */
export async function act(work: () => Promise<unknown>): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  try {
    await reactAct(async () => void (await work()))
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  }
}
