import { LeadModel } from '@kerbside/schema/leads/lead.model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serveApp, useTestApp } from '../../graphql-api/src/testing/test-app.ts'
import { createHomeowner, step, type Homeowner, type Step } from './homeowner.ts'
import { createPhone, type Phone } from './phone.ts'

// Phones in any order of what people, networks and servers do: see homeowner.ts for the steps.
const app = useTestApp({ RATE_LIMITS: 'off' })
const url = await serveApp(app)

const phonesAtOnce = 10

test('each quote that was submitted is stored once, or still on the phone and said to be', async () => {
  const seen = { phones: 0, submitted: 0, waitingOnReturn: 0 }
  const several = fc.array(fc.array(step, { minLength: 8, maxLength: 25 }), {
    minLength: phonesAtOnce,
    maxLength: phonesAtOnce,
  })
  await fc.assert(
    fc.asyncProperty(several, async (schedules) => {
      for (const { submitted, waiting } of await Promise.all(schedules.map(live))) {
        seen.phones += 1
        seen.submitted += submitted
        seen.waitingOnReturn += waiting
      }
    }),
    // What depends on moments does not get shorter by trying again.
    { numRuns: 40, endOnFailure: true },
  )
  // The schedules are worth something: about two quotes for each phone, and many that had to wait.
  expect(seen.submitted).toBeGreaterThan(seen.phones)
  expect(seen.waitingOnReturn).toBeGreaterThan(seen.phones / 5)
})

/** How many quotes were submitted on the phone, and how many of them waited when it was switched on again. */
async function live(steps: readonly Step[]) {
  const phone = createPhone((path, init) => fetch(url + path, init))
  const homeowner = createHomeowner(phone)
  await homeowner.live(steps)
  const waiting = await checkBeforeReturn(phone, homeowner)
  await checkInTheEnd(phone, homeowner)
  return { submitted: homeowner.asked.size, waiting }
}

const storedOf = async ({ asked }: Homeowner) => {
  const leads = await LeadModel.find({ email: { $in: [...asked.keys()] } }, { email: 1 }).lean()
  return leads.map(({ email }) => email)
}

/** The phone is switched on again where there is no network. */
async function checkBeforeReturn(phone: Phone, homeowner: Homeowner): Promise<number> {
  homeowner.closeAll()
  phone.state.weather = 'offline'
  const tab = phone.openTab()
  await tab.queue.refresh()
  const waiting = tab.queue.snapshot().quotes.map(homeowner.emailOf)
  const stored = await storedOf(homeowner)
  for (const [email, { isSettled, isWithdrawn }] of homeowner.asked)
    if (isSettled && !isWithdrawn) expect([...stored, ...waiting]).toContain(email)
  tab.close()
  return waiting.length
}

/** The network is there again, and the server well. */
async function checkInTheEnd(phone: Phone, homeowner: Homeowner): Promise<void> {
  phone.state.weather = 'fine'
  phone.state.clockMs = 0
  const tab = phone.openTab()
  await tab.queue.sendNow()
  // Answers whose id the server knows for others wait for a word of the homeowner, who gives it now.
  for (const { id, state } of tab.queue.snapshot().quotes) {
    expect(state).toBe('sent-before')
    await tab.queue.sendAgain(id)
  }
  expect(tab.queue.snapshot().quotes).toEqual([])
  const stored = await storedOf(homeowner)
  for (const [email, { isSettled, isWithdrawn }] of homeowner.asked) {
    const times = stored.filter((each) => each === email).length
    if (isSettled && !isWithdrawn) expect(times).toBe(1)
    else expect(times).toBeLessThanOrEqual(isWithdrawn ? 2 : 1)
  }
  const leads = await LeadModel.find({ reference: { $in: homeowner.told } }, { reference: 1 }).lean()
  expect(leads.map(({ reference }) => reference).toSorted()).toEqual([...new Set(homeowner.told)].toSorted())
  tab.close()
}
