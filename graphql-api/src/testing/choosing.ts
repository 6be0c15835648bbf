import type { LeadEmailKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { manageLink } from '@kerbside/schema/links/signed-link'
import { dayAfter, londonDay } from '@kerbside/schema/time/london-time'
import { beforeEach } from 'vitest'
import { useOffers } from './offers.ts'

/** A homeowner and contractors who press on their pages about the quotes of lead 42, with a clock that the test moves. */
export function useChoosing() {
  const { app, stored, sign } = useOffers()
  const clock = { aheadMs: 0 }
  Object.assign(app.deps, { now: () => new Date(Date.now() + clock.aheadMs) })
  beforeEach(() => {
    clock.aheadMs = 0
  })
  const later = () => new Date(Date.now() + 400 * 86_400_000)
  const manage = async (page = '') =>
    `/manage/${await app.deps.links.sign(manageLink(42, 'aoife@example.com'), later())}${page}`
  const firmPage = async (firm: string, page = '') => `/leads/${await sign(firm, 'lead', later())}${page}`
  const submit = async (path: string, fields: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields)
    const answer = await app.send(path, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: answer.status, body: await answer.text() }
  }
  const shaOf = async (id: string) => (await EstimateModel.findById(id).lean().orFail()).sha256
  const tomorrow = () => dayAfter(londonDay(app.deps.now()), 1)
  const estimates = async () => (await stored()).estimates ?? []
  return {
    app,
    stored,
    manage,
    firmPage,
    submit,
    shaOf,
    tomorrow,
    estimates,
    states: async () => (await estimates()).map(({ state }) => state),
    advance: (ms: number) => {
      clock.aheadMs += ms
    },
    choose: async (id: string, fields: Record<string, string> = {}) =>
      submit(await manage(`/prices/${id}/choose`), { name: 'Aoife Byrne', sha256: await shaOf(id), ...fields }),
    undo: async (id: string) => submit(await manage(`/prices/${id}/undo`)),
    /** As the contractor's page posts it, which showed just this version. */
    confirm: async (firm: string, id: string, startDay = tomorrow()) =>
      submit(await firmPage(firm, '/agreement'), { id, sha256: await shaOf(id), start_day: startDay }),
    emails: async (...kinds: LeadEmailKind[]) =>
      (
        await DeliveryModel.find({ kind: { $in: kinds } })
          .sort({ kind: 1, contractorId: 1 })
          .lean()
      ).map(({ kind, contractorId }) => [kind, contractorId]),
  }
}
