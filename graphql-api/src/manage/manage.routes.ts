import type { Lead } from '@kerbside/schema/leads/lead'
import { longDay } from '@kerbside/schema/time/london-time'
import { Hono, type Context as HonoContext } from 'hono'
import type { AppEnv, Context } from '../deps.ts'
import {
  answerForm,
  answerPage,
  answerPageError,
  messagePage,
  type Rejected,
  type SignedPage,
} from '../http/signed-page.ts'
import { addNewLink } from '../links/new-link.ts'
import { photoAnswer } from '../photos/photos.service.ts'
import { answersPage } from './answers/answers-page.ts'
import { correctOwnAnswers, findForm } from './answers/correct-own-answers.ts'
import { complainPage } from './complain-page.ts'
import { complain } from './complain.ts'
import { eraseOwnDetails } from './erase-details.ts'
import { erasePage } from './erase-page.ts'
import { managePage } from './manage-page.ts'
import { confirmEmail, DetailsErased, findOwnLead, viewOwnRequest } from './manage.service.ts'
import { collectOwnData } from './own-data.ts'
import { ownDataPage } from './own-data-page.ts'
import { givePlaceAway, givePlaceAwayPage } from './prices/give-place-away.ts'
import { addPriceRoutes } from './prices/prices.routes.ts'
import { ratePage } from './ratings/rate-page.ts'
import { rateFirm } from './ratings/ratings.service.ts'
import { askEnough, askStop } from './stopping/stop-page.ts'
import { enoughQuotes, stopSharing, undoStop } from './stopping/stop-sharing.ts'

type C = HonoContext<AppEnv>

/** Buttons of the page that need nothing but a press. */
const buttons: Record<string, (ctx: Context, token: string) => Promise<void>> = {
  'confirm-email': confirmEmail,
  enough: enoughQuotes,
  stop: stopSharing,
  undo: undoStop,
  erase: eraseOwnDetails,
}

/** What stands before the press of some; null leads back to the page. */
const asks: Record<string, (lead: Lead, token: string) => SignedPage | null> = {
  enough: askEnough,
  stop: askStop,
  erase: erasePage,
}

/** Pages with a form of their own. `submit` gives a page if something is to be said about it right there. */
const forms: Record<
  string,
  { submit: (ctx: Context, token: string, fields: Rejected['fields']) => Promise<SignedPage | void> } & Shown
> = {
  answers: {
    submit: async (ctx, token, fields) => {
      if (!(await correctOwnAnswers(ctx, token, fields))) return ownAnswersPage(ctx, token, null, true)
    },
    show: ownAnswersPage,
  },
  rate: {
    submit: rateFirm,
    show: async (ctx, token, rejected) => ratePage(await findOwnLead(ctx, token), { token, now: ctx.now(), rejected }),
  },
  'other-firm': {
    submit: givePlaceAway,
    show: async (ctx, token) => givePlaceAwayPage(await findOwnLead(ctx, token), token, ctx.now()),
  },
  complain: {
    submit: complain,
    show: async (ctx, token, rejected) => complainPage(await findOwnLead(ctx, token), token, ctx.now(), rejected),
  },
}

async function ownAnswersPage(ctx: Context, token: string, rejected: Rejected | null, isUnchanged = false) {
  const lead = await findOwnLead(ctx, token)
  return answersPage(lead, { form: await findForm(ctx, lead), token, rejected, isUnchanged })
}

type Shown = { show: (ctx: Context, token: string, rejected: Rejected | null) => Promise<SignedPage> }

/**
 * The homeowner's own page, by the link in every email to them (docs/specification.md, 5.11). Looking changes nothing;
 * each button posts a form and leads back to the page, which then says what became of it.
 */
export function manageRoutes() {
  const routes = new Hono<AppEnv>()
  routes.get('/manage/:token', async (c) => {
    const token = c.req.param('token')
    return answerPage(c, managePage(await viewOwnRequest(c.get('context'), token), token))
  })
  routes.get('/manage/:token/data', async (c) => {
    const token = c.req.param('token')
    return answerPage(c, ownDataPage(await collectOwnData(c.get('context'), token), token))
  })
  routes.get('/manage/:token/data.json', async (c) => {
    const data = await collectOwnData(c.get('context'), c.req.param('token'))
    c.header('cache-control', 'no-store')
    c.header('x-robots-tag', 'noindex')
    c.header('content-disposition', `attachment; filename="kerbside-${data.request.reference}.json"`)
    return c.json(data)
  })
  routes.get('/manage/:token/photos/:photo', async (c) =>
    photoAnswer(await findOwnLead(c.get('context'), c.req.param('token')), c.req.param('photo')),
  )
  addNewLink(routes, '/manage/:token', findOwnLead)
  for (const [button, press] of Object.entries(buttons)) {
    routes.get(`/manage/:token/${button}`, async (c) => {
      const token = c.req.param('token')
      const ask = asks[button]
      const page = ask ? ask(await findOwnLead(c.get('context'), token), token) : null
      // Also for whoever loads the address of a button anew.
      return page ? answerPage(c, page) : backToPage(c, token)
    })
    routes.post(`/manage/:token/${button}`, async (c) => {
      const token = c.req.param('token')
      await press(c.get('context'), token)
      return backToPage(c, token)
    })
  }
  for (const [name, { submit, show }] of Object.entries(forms)) {
    routes.get(`/manage/:token/${name}`, async (c) =>
      answerPage(c, await show(c.get('context'), c.req.param('token'), null)),
    )
    routes.post(`/manage/:token/${name}`, async (c) => {
      const token = c.req.param('token')
      const ctx = c.get('context')
      return answerForm(c, {
        submit: async (fields) => {
          const page = await submit(ctx, token, fields)
          return page ? answerPage(c, page) : backToPage(c, token)
        },
        again: (rejected) => show(ctx, token, rejected),
      })
    })
  }
  addPriceRoutes(routes)
  return routes.onError((error, c) => {
    return error instanceof DetailsErased ? erased(c, error) : answerPageError(c, error)
  })
}

function backToPage(c: C, token: string) {
  c.header('cache-control', 'no-store')
  return c.redirect(`/manage/${token}`, 303)
}

function erased(c: C, { at }: DetailsErased) {
  const page = messagePage(null, 'Your details are erased', [
    `We erased the details of your request on ${longDay(at)}. The firms that had them were asked to delete them too.`,
    'What is left is a number without a name. We cannot see any more what you asked for, and there is nothing left for you to do.',
  ])
  return answerPage(c, page, 410)
}
