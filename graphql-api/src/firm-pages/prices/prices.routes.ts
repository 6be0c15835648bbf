import { AppError } from '@kerbside/schema/errors'
import {
  fieldsOf,
  fileIdsIn,
  withFiles,
  withLine,
  withoutEmptyRows,
  type EstimateFields,
} from '@kerbside/schema/estimates/estimate-fields'
import { extraWorkOf } from '@kerbside/schema/estimates/estimate'
import { vatRates } from '@kerbside/schema/estimates/vat'
import { maximumFormFiles, maximumQuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { dayAfter } from '@kerbside/schema/time/london-time'
import { Hono, type Context as HonoContext } from 'hono'
import { hash } from 'node:crypto'
import type { AppEnv } from '../../deps.ts'
import { problem as problemAnswer, statusOf } from '../../http/errors.ts'
import type { HtmlStatus } from '../../http/html-response.ts'
import { readBytes, readForm } from '../../http/read-body.ts'
import { isMultipart, readFormWithFiles } from '../../http/read-upload.ts'
import { json } from '../../http/route.ts'
import { answerForm, answerPage, answerPageError } from '../../http/signed-page.ts'
import { priceFilesOf } from '../../quote-files/price-files.service.ts'
import { viewJob } from '../job.service.ts'
import { jobPage } from '../job-page.ts'
import type { PriceForm } from './price-fields.ts'
import { priceFormPage } from './price-form.ts'
import { pricesPage, withdrawPage } from './price-list.ts'
import { priceScript } from './price-script.ts'
import {
  addPostedFiles,
  addPriceFile,
  openPriceFile,
  readyLines,
  sendPrice,
  viewPrices,
  withdrawPrice,
  type PricesScreen,
} from './prices.service.ts'

type C = HonoContext<AppEnv>

/** What a firm that accepted a job says of its price (docs/api.md, section 10). Looking changes nothing. */
export function pricesRoutes() {
  const routes = new Hono<AppEnv>()
  routes.get('/leads/:token/price', (c) => show(c, 'list'))
  routes.get('/leads/:token/price/new', (c) => show(c, 'new'))
  routes.get('/leads/:token/price/extra', (c) => show(c, 'extra'))
  routes.post('/leads/:token/price', (c) => post(c))
  routes.put('/leads/:token/price/files/:file', (c) => addFile(c))
  routes.get('/leads/:token/price/files/:file', (c) => openPriceFile(c.get('context'), tokenOf(c), c.req.param('file')))
  routes.get('/leads/:token/price/:id/withdraw', (c) => askToWithdraw(c))
  routes.post('/leads/:token/price/:id/withdraw', (c) => withdraw(c))
  return routes.onError((error, c) => answerPageError(c, error))
}

const tokenOf = (c: C) => c.req.param('token') ?? ''
const listPath = (c: C) => `/leads/${tokenOf(c)}/price`

/** The page of the job, for a firm that has not got it (any more). */
const jobInstead = async (c: C) => answerPage(c, jobPage(await viewJob(c.get('context'), tokenOf(c)), null, tokenOf(c)))

async function show(c: C, what: 'list' | 'new' | 'extra') {
  const screen = await viewPrices(c.get('context'), tokenOf(c))
  if (!screen) return jobInstead(c)
  const { prices, agreed, closed } = screen
  const mayPrice = what === 'extra' ? agreed !== null : closed === null
  if (!mayPrice || (what === 'list' && prices.length > 0)) {
    return answerPage(c, pricesPage(screen, tokenOf(c)))
  }
  const work = { variationOf: what === 'extra' ? (agreed?.id ?? '') : '', extraWork: c.req.query('work') ?? '' }
  return answerPage(c, await formPage(c, screen, firstFields(c, screen, work)))
}

/** Days for which a price is valid unless the firm says otherwise. */
const usualDays = 30

/** `extraWork`: the number of one that was quoted before; empty of the job, and of new extra work. */
type FormOf = { variationOf: string; extraWork: string }

/** What the form begins with: what the firm said last of the same work, or nothing. */
function firstFields(c: C, { prices, job }: PricesScreen, { variationOf, extraWork }: FormOf): EstimateFields {
  const last = prices.find(({ about }) =>
    variationOf === ''
      ? about.variationOf === null
      : about.variationOf === variationOf && String(extraWorkOf(about)) === extraWork,
  )
  const before = last ? withFiles(fieldsOf(last.estimate), idsOf(last.estimate.files)) : {}
  const usual = dayAfter(job.today, usualDays)
  const { validUntilDay = usual, startDay = '' } = before
  return {
    ...before,
    validUntilDay: validUntilDay < job.today ? usual : validUntilDay,
    startDay: startDay < job.today ? '' : startDay,
    id: c.get('context').newId(),
    variationOf,
    extraWork: last && variationOf !== '' ? extraWork : '',
  }
}

const idsOf = (files: readonly { id: string }[]) => files.map(({ id }) => id)

type More = { isAskedForMore?: boolean; problem?: string | null; errors?: PriceForm['errors'] }

async function formPage(c: C, screen: PricesScreen, fields: EstimateFields, { errors = {}, ...more }: More = {}) {
  const ctx = c.get('context')
  const ready = await readyLines(ctx, tokenOf(c))
  const files = await priceFilesOf(screen.owner, fileIdsIn(fields))
  const draft = hash('sha256', `${tokenOf(c)} ${fields['variationOf'] ?? ''} ${fields['extraWork'] ?? ''}`).slice(0, 32)
  const script = await priceScript(ctx.config)
  return priceFormPage({ screen, token: tokenOf(c), fields, errors, draft, ready, files }, { ...more, script })
}

const wantsJson = (c: C) => (c.req.header('accept') ?? '').startsWith('application/json')

/** Answers the page's script in JSON, and a form without one by a page. */
async function post(c: C): Promise<Response> {
  if (!wantsJson(c)) return postForm(c)
  try {
    const id = await sendPrice(c.get('context'), tokenOf(c), withoutEmptyRows(await readForm(c.req.raw)))
    return json({ data: { id } })
  } catch (error) {
    return problemAnswer(error, (err) => c.get('context').log.error({ err }, 'price could not be taken'))
  }
}

async function postForm(c: C): Promise<Response> {
  const { fields: posted, errors } = await readPosted(c)
  const { do: wanted = 'send', ...fields } = withoutEmptyRows(posted)
  if (wanted !== 'send') return showAgain(c, { fields, errors, wanted })
  try {
    if (errors['files']) throw new AppError('INVALID', 'A file could not be taken.', { fields: errors })
    await sendPrice(c.get('context'), tokenOf(c), fields)
  } catch (error) {
    return keepTyped(c, fields, error)
  }
  return c.redirect(listPath(c), 303)
}

/** The files that were chosen are stored before anything else is looked at, so that nothing has to be chosen twice. */
async function readPosted(c: C) {
  const { raw } = c.req
  if (!isMultipart(raw)) return { fields: await readForm(raw), errors: {} }
  return addPostedFiles(c.get('context'), tokenOf(c), () => readFormWithFiles(raw, maximumFormFiles))
}

/** From the page's script: the bytes of one photo or PDF, and its name in the address. */
async function addFile(c: C): Promise<Response> {
  const ctx = c.get('context')
  const fileName = c.req.query('name') ?? ''
  const tooLarge = () => new AppError('TOO_LARGE', 'A file may have 5 MB at most. Make it smaller.')
  const read = async () => ({ fileName, bytes: await readBytes(c.req.raw, maximumQuoteFile, tooLarge) })
  try {
    const { isNew, ...file } = await addPriceFile(ctx, tokenOf(c), { id: c.req.param('file') ?? '', read })
    return json({ data: file }, isNew ? 201 : 200)
  } catch (error) {
    return problemAnswer(error, (err) => ctx.log.error({ err }, 'file of a price could not be taken'))
  }
}

type Again = { fields: EstimateFields; errors: PriceForm['errors']; wanted: string }

/** Another look at what is typed, with its sum: with more rows, or with a line that the firm used before. */
async function showAgain(c: C, { fields, errors, wanted }: Again): Promise<Response> {
  const screen = await viewPrices(c.get('context'), tokenOf(c))
  if (!screen) return jobInstead(c)
  const [, place] = /^ready-line-(\d{1,2})$/.exec(wanted) ?? []
  const line = place === undefined ? undefined : (await readyLines(c.get('context'), tokenOf(c)))[Number(place)]
  const isKnown = line && vatRates[screen.job.country].some(({ rate }) => String(rate) === line.rate)
  const usual = String(vatRates[screen.job.country][0]?.rate ?? 0)
  const shown = line ? withLine(fields, isKnown ? line : { ...line, rate: usual, rateReason: '' }) : fields
  return answerPage(c, await formPage(c, screen, shown, { errors, isAskedForMore: wanted === 'more-lines' }))
}

/** What cannot be taken is shown again with the reason, so that nothing has to be typed twice. */
async function keepTyped(c: C, fields: EstimateFields, error: unknown): Promise<Response> {
  const isOfJob = error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'RATE_LIMITED')
  if (!isOfJob && !(error instanceof AppError && error.fields !== undefined)) throw error
  const screen = await viewPrices(c.get('context'), tokenOf(c))
  if (!screen) throw error
  const { fields: errors = {} } = error
  // The same id stands for what was sent under it: what was changed since is sent under another one.
  const id = errors['id'] ? c.get('context').newId() : (fields['id'] ?? '')
  const problem = error.fields === undefined ? error.message : null
  const page = await formPage(c, screen, { ...fields, id }, { errors, problem })
  return answerPage(c, page, statusOf(error) as HtmlStatus)
}

async function findOwn(c: C) {
  const screen = await viewPrices(c.get('context'), tokenOf(c))
  if (!screen) return null
  const price = screen.prices.find(({ about }) => about.id === c.req.param('id'))
  if (!price) throw new AppError('NOT_FOUND', 'There is no such price.')
  return { screen, price }
}

async function askToWithdraw(c: C) {
  const own = await findOwn(c)
  if (!own) return jobInstead(c)
  if (own.price.about.state !== 'sent') return c.redirect(listPath(c), 303)
  return answerPage(c, withdrawPage(own.screen, tokenOf(c), own.price, null))
}

async function withdraw(c: C) {
  return answerForm(c, {
    submit: async (fields) => {
      await withdrawPrice(c.get('context'), tokenOf(c), c.req.param('id') ?? '', fields)
      return c.redirect(listPath(c), 303)
    },
    again: async (rejected) => {
      const own = await findOwn(c)
      if (!own) throw new AppError('CONFLICT', 'This job is not yours any more.')
      return withdrawPage(own.screen, tokenOf(c), own.price, rejected)
    },
  })
}
