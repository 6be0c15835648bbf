import { Hono, type Context as HonoContext } from 'hono'
import type { AppEnv, Context } from '../deps.ts'
import { readOneClick } from '../http/read-body.ts'
import { answerForm, answerPage, answerPageError, type Rejected, type SignedPage } from '../http/signed-page.ts'
import { addNewLink } from '../links/new-link.ts'
import { visitCalendar } from '../offers/visit-calendar.ts'
import { agreementPage } from './agreement/agreement-page.ts'
import { confirmAgreement, viewAgreement, type AgreementScreen } from './agreement/agreement.service.ts'
import { firmPage } from './firm-page.ts'
import { anchorOf } from './firm-settings.ts'
import { changeFirm, findFirm, viewFirm, type FirmScreen } from './firm.service.ts'
import { jobPage } from './job-page.ts'
import { answerQuestion, viewQuestions, type QuestionsScreen } from './questions/questions.service.ts'
import { firmQuestionsPage } from './questions/questions-page.ts'
import { stopOffers, stopPage, viewStopOffers } from './stop-offers.ts'
import { pricesRoutes } from './prices/prices.routes.ts'
import { findJob, openJobPhoto, reportOutcome, viewJob, type JobScreen } from './job.service.ts'

type FormPage<Screen> = {
  view: (ctx: Context, token: string) => Promise<Screen>
  change: (ctx: Context, token: string, fields: Rejected['fields']) => Promise<unknown>
  /** `saved`: what was stored just before. */
  page: (screen: Screen, rejected: Rejected | null, token: string, saved?: string) => SignedPage
  /** Where on the page a change is confirmed: where it was pressed. */
  savedAt: (fields: Rejected['fields']) => string
}

const job: FormPage<JobScreen> = {
  view: viewJob,
  change: reportOutcome,
  page: jobPage,
  savedAt: () => '#outcome',
}
const firm: FormPage<FirmScreen> = {
  view: viewFirm,
  change: changeFirm,
  page: (screen, rejected, _token, saved) => firmPage(screen, rejected, saved),
  savedAt: ({ change = '' }) => `?saved=${change}#${anchorOf(change)}`,
}
const agreement: FormPage<AgreementScreen> = {
  view: viewAgreement,
  change: confirmAgreement,
  page: agreementPage,
  savedAt: () => '',
}
const questions: FormPage<QuestionsScreen> = {
  view: viewQuestions,
  change: answerQuestion,
  page: firmQuestionsPage,
  savedAt: ({ question = '' }) => `#question-${encodeURIComponent(question)}`,
}

/** A firm's pages behind the links of its emails (docs/api.md, section 10). Looking changes nothing. */
export function firmPagesRoutes() {
  const routes = new Hono<AppEnv>()
  routes.get('/leads/:token', (c) => show(c, c.req.param('token'), job))
  routes.post('/leads/:token', (c) => post(c, c.req.param('token'), job))
  routes.get('/leads/:token/agreement', (c) => show(c, c.req.param('token'), agreement))
  routes.post('/leads/:token/agreement', (c) => post(c, c.req.param('token'), agreement))
  routes.get('/leads/:token/questions', (c) => show(c, c.req.param('token'), questions))
  routes.post('/leads/:token/questions', (c) => post(c, c.req.param('token'), questions))
  routes.get('/leads/:token/photos/:photo', (c) =>
    openJobPhoto(c.get('context'), c.req.param('token'), c.req.param('photo')),
  )
  routes.get('/leads/:token/visit.ics', async (c) => {
    const [ctx, token] = [c.get('context'), c.req.param('token')]
    const { screen } = await viewJob(ctx, token)
    return visitCalendar(screen, { at: c.req.query('at'), job: `${ctx.config.PUBLIC_URL}/leads/${token}` })
  })
  addNewLink(routes, '/leads/:token', findJob)
  addNewLink(routes, '/firm/:token', findFirm)
  routes.route('/', pricesRoutes())
  routes.get('/firm/:token', (c) => show(c, c.req.param('token'), firm))
  routes.post('/firm/:token', (c) => post(c, c.req.param('token'), firm))
  routes.get('/firm/:token/stop-offers', async (c) =>
    answerPage(c, stopPage(await viewStopOffers(c.get('context'), c.req.param('token')))),
  )
  routes.post('/firm/:token/stop-offers', async (c) => {
    await readOneClick(c.req.raw)
    return answerPage(c, stopPage(await stopOffers(c.get('context'), c.req.param('token'))))
  })
  return routes.onError((error, c) => answerPageError(c, error))
}

type C = HonoContext<AppEnv>

async function show<Screen>(c: C, token: string, { view, page }: FormPage<Screen>) {
  return answerPage(c, page(await view(c.get('context'), token), null, token, c.req.query('saved')))
}

async function post<Screen>(c: C, token: string, { view, change, page, savedAt }: FormPage<Screen>) {
  const ctx = c.get('context')
  return answerForm(c, {
    // Loading the page again then sends nothing again.
    submit: async (fields) => {
      await change(ctx, token, fields)
      return c.redirect(`${c.req.path}${savedAt(fields)}`, 303)
    },
    again: async (rejected) => page(await view(ctx, token), rejected, token),
  })
}
