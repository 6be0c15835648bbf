import { leadPriorities, leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadFilter, leadSort, leadSorts, type LeadPage, type LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import { leadColumnNames, restNameOf } from '@kerbside/schema/quotes/columns'
import { z } from 'zod'
import {
  data,
  json,
  limitParameter,
  noContent,
  pageOf,
  changesIn,
  queryParameter,
  readRestFields,
  restProperties,
  streamedList,
  routesTagged,
} from '../http/route.ts'
import type { Context } from '../deps.ts'
import { changeLead, LeadChange } from './change-lead.ts'
import { deleteLead, getLead, openLead, openLeads } from './leads.service.ts'

const route = routesTagged('Quotes')
const text = z.string().nullable()
const moment = z.iso.datetime()

const required = z.string()
const columns = {
  ...(Object.fromEntries(leadColumnNames.map((column) => [restNameOf(column), text])) as Record<string, typeof text>),
  first_name: required,
  last_name: required,
  email: required,
  mobile: required.describe('E.164'),
  postcode: text.describe('SW1A 1AA or D02 X285'),
  distance: z.number().nullable().describe('Kilometres'),
}

/** A lead as the REST API shows it. What it lacks is null, never absent. */
const LeadJson = z
  .object({
    id: z.number(),
    reference: z.string().describe('KB- and six unambiguous characters'),
    ...columns,
    full_name: z.string(),
    mobile_number: z.string().describe('The same as mobile'),
    answers: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
    is_confirmation: z.boolean(),
    url_type: text,
    status: z.enum(leadStatuses),
    lost_reason: text,
    priority: z.enum(leadPriorities),
    assigned_to: z.object({ id: z.string(), name: z.string() }).nullable(),
    follow_up_at: moment.nullable(),
    version: z.number().describe('Rises with every change by a person'),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Lead' })

/** What a list reads of each lead: all that `toRestLead` shows. */
const shown = restProperties(LeadJson) as (keyof LeadRow)[]

const toRestLead = (lead: LeadRow) => readRestFields(LeadJson, lead, { mobileNumber: lead.mobile })

const params = z.object({ id: z.string().describe('The lead’s number') })
const One = z.object({ data: LeadJson })

const LeadList = pageOf(LeadJson).schema.extend({
  total: z.number().describe('Exact up to 10,000, with a search up to 2,000'),
  total_is_capped: z.boolean().describe('There are more than total'),
})

const sorts: Record<string, string> = leadSorts
const { search, status, assignedTo, from, to, source, area } = LeadFilter.shape

const leadFilters = ['followup', 'pending', 'waiting', 'awaiting-price', 'awaiting-confirmation'] as const

const ListQuery = z
  .object({
    limit: limitParameter.describe('1 to 200; without it and a cursor, the whole list'),
    cursor: queryParameter(z.string()).describe('The next_cursor of the page before'),
    search: queryParameter(search).describe('Part of a name, email, mobile, reference, postcode, pick-up or drop-off'),
    status: queryParameter(status),
    assigned_to: queryParameter(assignedTo).describe('A user’s id, or none'),
    from: queryParameter(from).describe('Received at or after'),
    to: queryParameter(to).describe('Received at or before; a day counts to its end'),
    source: queryParameter(source).describe('utm_source'),
    area: queryParameter(area).describe('The letters that a postcode or Eircode starts with, like SW'),
    filter: queryParameter(z.enum(leadFilters, `Filter by ${leadFilters.join(', ')}`).optional()).describe(
      'followup: due for a follow-up; pending: new, contacted or quoted; waiting: nobody answered yet; awaiting-price: accepted five days ago or more, no price; awaiting-confirmation: a price chosen two days ago or more, not confirmed',
    ),
    sort: queryParameter(z.preprocess((sort) => sorts[String(sort)] ?? sort, leadSort)).meta({
      type: 'string',
      enum: Object.keys(sorts),
      description: '-created_at (newest first) without it; leads without a follow-up come last, either way',
    }),
  })
  .transform(({ limit, cursor, sort, assigned_to, filter, ...others }) => ({
    first: limit,
    after: cursor,
    sort,
    filter: {
      ...others,
      assignedTo: assigned_to,
      followUp: filter === 'followup',
      pending: filter === 'pending',
      waiting: filter === 'waiting',
      awaitingPrice: filter === 'awaiting-price',
      awaitingConfirmation: filter === 'awaiting-confirmation',
    },
  }))

async function toRestList({ records, hasNextPage, total, totalIsCapped, cursorOf }: LeadPage) {
  const last = records.at(-1)
  return {
    data: records.map(toRestLead),
    next_cursor: hasNextPage && last ? cursorOf(last) : null,
    total: await total(),
    total_is_capped: await totalIsCapped(),
  }
}

/** Leads that are read at a time when a client asks for all. */
const leadsAtOnce = 200

/** Every lead that the query leaves. What is wrong with the query, or forbidden, is known before the first of them is sent. */
async function wholeList(ctx: Context, query: z.output<typeof ListQuery>): Promise<Response> {
  const pageAfter = async (after?: string) =>
    (await openLeads(ctx, { ...query, first: leadsAtOnce, ...(after && { after }) }, shown)).page()
  const first = await pageAfter()
  async function* parts() {
    for (let page = first; ;) {
      yield page.records.map(toRestLead)
      const last = page.records.at(-1)
      if (!page.hasNextPage || !last) return
      page = await pageAfter(page.cursorOf(last))
    }
  }
  return streamedList(parts(), (total) => ({ next_cursor: null, total, total_is_capped: false }))
}

/** The service checks an answer by the form's own rules. */
const answer = z.unknown().meta({ type: ['string', 'null'] })
const answers = Object.fromEntries(leadColumnNames.map((column) => [restNameOf(column), answer]))
const { shape } = LeadChange
/** Whatever is no property of the lead itself corrects an answer. */
const LeadChangeBody = z
  .looseObject({
    ...z.object(answers).partial().shape,
    status: shape.status,
    lost_reason: shape.lostReason,
    assigned_to: z
      .preprocess(
        (person) => (typeof person === 'object' && person !== null && 'id' in person ? person.id : person),
        shape.assignedTo,
      )
      .describe('A user’s id; null takes the lead from whoever has it'),
    follow_up_at: shape.followUpAt,
    version: shape.version.describe('Of the lead that the change is based on; a stale one is rejected'),
  })
  .meta({
    id: 'LeadChange',
    description:
      'Answers are corrected by column or by the form’s own name. A whole record can be sent back: fields that keep their value change nothing.',
  })

/** Whatever is no property of the lead itself corrects an answer; `mobile_number` is `mobile`. */
function toLeadChange({ lost_reason, assigned_to, follow_up_at, ...body }: Record<string, unknown>): LeadChange {
  const { status, version, mobile_number: mobile = body['mobile'], ...answers } = body
  return {
    status,
    version,
    lostReason: lost_reason,
    assignedTo: assigned_to,
    followUpAt: follow_up_at,
    answers: { ...answers, ...(mobile !== undefined && { mobile }) },
  } as LeadChange
}

export const leadRoutes = [
  route('get', '/quote', 'listQuotes', {
    summary: 'Quotes, newest first: all of them, or pages with limit and cursor',
    who: 'lead:read',
    query: ListQuery,
    answers: {
      200: { description: 'The whole list, or one page', schema: LeadList },
      400: 'A cursor that is not one of this list',
      422: 'A filter that cannot be',
    },
    fieldNames: { after: 'cursor' },
    handle: async (ctx, { query }) => {
      if (query.first === undefined && query.after === undefined) return wholeList(ctx, query)
      const list = await openLeads(ctx, query, shown)
      return json(await toRestList(await list.page()))
    },
  }),
  route('get', '/quote/{id}', 'getQuote', {
    summary: 'One quote',
    who: 'lead:read',
    params,
    answers: { 200: { description: 'The quote', schema: One }, 404: 'No such quote' },
    handle: async (ctx, { params: { id } }) => data(toRestLead(await openLead(ctx, id))),
  }),
  route('patch', '/quote/{id}', 'updateQuote', {
    summary: 'Change a quote: all of the change or nothing of it',
    who: 'lead:edit',
    params,
    body: LeadChangeBody,
    answers: {
      200: { description: 'The quote as it is now', schema: One },
      404: 'No such quote',
      409: 'Somebody else changed it first',
      422: 'Invalid; every wrong field is named',
    },
    fieldNames: { lostReason: 'lost_reason', assignedTo: 'assigned_to' },
    handle: async (ctx, { params: { id }, body }) => {
      const shownNow = toRestLead(await getLead(ctx, id))
      return data(toRestLead(await changeLead(ctx, id, toLeadChange(changesIn(shownNow, body)))))
    },
  }),
  route('delete', '/quote/{id}', 'deleteQuote', {
    summary: 'Delete a quote with its emails',
    who: 'lead:delete',
    params,
    answers: { 204: 'Deleted', 404: 'No such quote' },
    handle: (ctx, { params: { id } }) => deleteLead(ctx, id).then(noContent),
  }),
]
