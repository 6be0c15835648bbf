import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { totalsOf } from '@kerbside/schema/estimates/estimate-money'
import type { Estimate, EstimateLine } from '@kerbside/schema/estimates/estimate'
import { digestOf, EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { createSignedLinks, manageLink } from '@kerbside/schema/links/signed-link'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { summaryOf } from '../../graphql-api/src/estimates/send-estimate.ts'

const leadId = 900_001
const versions = [1, 2, 3]
const lines = Array.from({ length: 12 }, (_, place): EstimateLine => {
  const unitPrice = 4_000 + 700 * place
  const [quantity, isProvisional] = [42_500, place === 11]
  const text = `Part ${place + 1} of the work, as the firm describes it to the homeowner`
  return { text, quantity, unit: 'm²', unitPrice, rate: 2_000, rateReason: null, isProvisional }
})

function priceOf(contractorId: string, contractorName: string, number: number): Estimate {
  const sentAt = new Date(Date.now() - (10 - number) * 60_000)
  const record = {
    id: crypto.randomUUID(),
    leadId,
    contractorId,
    contractorName,
    number,
    variationOf: null,
    currency: 'GBP' as const,
    kind: 'fixed' as const,
    isVatRegistered: true,
    lines,
    totals: totalsOf(lines),
    deposit: 50_000,
    stages: [],
    checklist: { excavation: 'included' as const, drainage: 'not-included' as const },
    startDay: null,
    durationDays: 4,
    validUntilDay: dayAfter(londonDay(new Date()), 30),
    guaranteeYears: 10,
    insurer: null,
    message: null,
    sentAt,
    files: [],
  }
  return { ...record, sha256: digestOf(record), changes: [], enteredBy: null }
}

/** Stores a lead with three versions of a price from each of five firms. Gives the path of the page that compares them. */
async function storeLeadWithPrices(secret: string): Promise<string> {
  const firms = await ContractorModel.create([1, 2, 3, 4, 5].map((number) => aContractor(`Bench firm ${number}`)))
  const prices = firms.flatMap(({ id, name }) => versions.map((number) => priceOf(id, name, number)))
  await EstimateModel.create(prices.map(({ id, ...rest }) => ({ _id: id, ...rest })))
  const estimates = prices.map((price) => {
    const state = price.number === versions.length ? ('sent' as const) : ('replaced' as const)
    return { ...summaryOf(price), state, decidedAt: state === 'sent' ? null : new Date() }
  })
  const lead = await LeadModel.create(aLead(leadId, { estimates, status: 'quoted' }))
  const token = await createSignedLinks(secret).sign(manageLink(leadId, lead.email), new Date(Date.now() + 3_600_000))
  return `/manage/${token}/prices`
}

/** Gives what opens the page of prices once, and says in how many milliseconds. */
export async function storeComparePage(apiUrl: string, secret: string): Promise<() => Promise<number>> {
  const path = await storeLeadWithPrices(secret)
  const open = async () => {
    const start = performance.now()
    const answer = await fetch(apiUrl + path)
    const text = await answer.text()
    if (!answer.ok || !text.includes('Your 5 prices'))
      throw new Error(`The page of prices was answered ${answer.status}`)
    return performance.now() - start
  }
  for (let number = 0; number < 20; number += 1) await open() // the hot paths are compiled before anything counts
  return open
}
