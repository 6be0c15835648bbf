import { createOutbox } from '../outbox.ts'
import { memoryStore } from '../quote-store.ts'

export const evenEarly = { evenEarly: true }

/** An outbox in memory. Its clock goes on by a millisecond each time it is read. */
export function setUp() {
  const clock = { now: 1_000_000 }
  let changes = 0
  const outbox = createOutbox({
    store: memoryStore(),
    now: () => (clock.now += 1),
    changed: () => void (changes += 1),
  })
  return { outbox, clock, changes: () => changes }
}
