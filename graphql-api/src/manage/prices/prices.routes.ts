import type { Context as HonoContext, Hono } from 'hono'
import type { AppEnv } from '../../deps.ts'
import { answerForm, answerPage } from '../../http/signed-page.ts'
import { findOwnLead } from '../manage.service.ts'
import { askFirms } from './ask.ts'
import { cancelOwnAgreement, chooseNone, choosePrice, undoChoice } from './choose.ts'
import { findQuoteFile } from '@kerbside/schema/quote-files/quote-file.model'
import { priceFileAnswer } from '../../quote-files/price-files.service.ts'
import { cancelPage } from './cancel-page.ts'
import { choosePage, nonePage } from './choose-page.ts'
import { comparePage } from './compare-page.ts'
import { pricePage } from './price-page.ts'
import { seePrices, viewPrice, viewPrices } from './prices.service.ts'
import { questionsPage } from './questions-page.ts'

type C = HonoContext<AppEnv>

/** The homeowner compares, asks and chooses (docs/specification.md, 5.12). */
export function addPriceRoutes(routes: Hono<AppEnv>): void {
  routes.get('/manage/:token/prices', async (c) => {
    const screen = await viewPrices(ctxOf(c), tokenOf(c))
    const shown = [...screen.prices, ...screen.variations]
    if (isLookedAt(c))
      await seePrices(
        ctxOf(c),
        screen,
        shown.map(({ own }) => own.id),
      )
    return answerPage(c, comparePage(screen))
  })
  routes.get('/manage/:token/prices/:price', async (c) => {
    const screen = await viewPrice(ctxOf(c), tokenOf(c), priceOf(c))
    if (isLookedAt(c)) await seePrices(ctxOf(c), screen, [screen.price.own.id])
    return answerPage(c, pricePage(screen))
  })
  routes.get('/manage/:token/prices/:price/files/:file', async (c) => {
    const { lead, price } = await viewPrice(ctxOf(c), tokenOf(c), priceOf(c))
    const file = price.content.files.find(({ id }) => id === c.req.param('file'))
    return priceFileAnswer(file && (await findQuoteFile(lead.id, file.id)))
  })
  routes.get('/manage/:token/prices/:price/choose', async (c) =>
    answerPage(c, choosePage(await viewPrice(ctxOf(c), tokenOf(c), priceOf(c)), null)),
  )
  routes.post('/manage/:token/prices/:price/choose', (c) =>
    answerForm(c, {
      submit: async (fields) => {
        await choosePrice(ctxOf(c), tokenOf(c), priceOf(c), fields)
        return back(c, `/prices/${priceOf(c)}`)
      },
      again: async (rejected) => choosePage(await viewPrice(ctxOf(c), tokenOf(c), priceOf(c)), rejected),
    }),
  )
  routes.get('/manage/:token/prices/:price/cancel', async (c) =>
    answerPage(c, cancelPage(await viewPrice(ctxOf(c), tokenOf(c), priceOf(c)), null)),
  )
  routes.post('/manage/:token/prices/:price/cancel', (c) =>
    answerForm(c, {
      submit: async (fields) => {
        await cancelOwnAgreement(ctxOf(c), tokenOf(c), priceOf(c), fields)
        return back(c, `/prices/${priceOf(c)}`)
      },
      again: async (rejected) => cancelPage(await viewPrice(ctxOf(c), tokenOf(c), priceOf(c)), rejected),
    }),
  )
  // For whoever loads the address of the button anew.
  routes.get('/manage/:token/prices/:price/undo', (c) => back(c, '/prices'))
  routes.post('/manage/:token/prices/:price/undo', async (c) => {
    await undoChoice(ctxOf(c), tokenOf(c), priceOf(c))
    return back(c, '/prices')
  })
  routes.get('/manage/:token/nothing-fits', async (c) =>
    answerPage(c, nonePage(await findOwnLead(ctxOf(c), tokenOf(c)), tokenOf(c), null)),
  )
  routes.post('/manage/:token/nothing-fits', (c) =>
    answerForm(c, {
      submit: async (fields) => {
        await chooseNone(ctxOf(c), tokenOf(c), fields)
        return back(c, '/prices')
      },
      again: async (rejected) => nonePage(await findOwnLead(ctxOf(c), tokenOf(c)), tokenOf(c), rejected),
    }),
  )
  routes.get('/manage/:token/questions', async (c) =>
    answerPage(c, questionsPage(await findOwnLead(ctxOf(c), tokenOf(c)), tokenOf(c), null)),
  )
  routes.post('/manage/:token/questions', (c) =>
    answerForm(c, {
      submit: async (fields) => {
        await askFirms(ctxOf(c), tokenOf(c), fields)
        return back(c, '/questions')
      },
      again: async (rejected) => questionsPage(await findOwnLead(ctxOf(c), tokenOf(c)), tokenOf(c), rejected),
    }),
  )
}

const ctxOf = (c: C) => c.get('context')
const tokenOf = (c: C) => c.req.param('token') ?? ''
const priceOf = (c: C) => (c.req.param('price') ?? '').toLowerCase()

/**
 * Whether a browser shows the page to somebody, by what it says of the request itself. A mail scanner that tries the link
 * says nothing of the kind, or that it only loads ahead.
 */
const isLookedAt = (c: C) =>
  c.req.method === 'GET' && c.req.header('sec-fetch-dest') === 'document' && c.req.header('sec-purpose') === undefined

function back(c: C, page: string) {
  c.header('cache-control', 'no-store')
  return c.redirect(`/manage/${tokenOf(c)}${page}`, 303)
}
