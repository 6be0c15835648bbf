import { leadStatuses } from '@kerbside/schema/leads/lead'
import { leadColumnNames, restNameOf } from '@kerbside/schema/quotes/columns'
import { z } from 'zod'
import { data, json, noContent, route, withFieldNames } from '../http/route.ts'
import { limitOf } from '../http/list-limit.ts'
import { changeLead } from './change-lead.ts'
import { cursorOf, type LeadPage } from './lead-list.ts'
import { LeadJson, toRestLead } from './leads.json.ts'
import { deleteLead, getLead, listLeads } from './leads.service.ts'

const tag = 'Quotes'
const params = z.object({ id: z.string().describe('The lead’s number') })
const One = z.object({ data: LeadJson })

const ListQuery = z.object({
  limit: z.string().optional().describe('1 to 200; 25 without it'),
  cursor: z.string().optional().describe('The next_cursor of the page before'),
  search: z.string().optional().describe('Part of a name, email, mobile or reference'),
  status: z.enum(leadStatuses).optional(),
  assigned_to: z.string().optional().describe('A user’s id, or none'),
  from: z.string().optional().describe('Received at or after'),
  to: z.string().optional().describe('Received at or before; a day counts to its end'),
  source: z.string().optional().describe('utm_source'),
  filter: z.string().optional().describe('followup: due for a follow-up'),
  sort: z.string().optional().describe('-created_at (newest first) or created_at'),
})

const sorts = new Map([
  ['-created_at', 'newest'],
  ['created_at', 'oldest'],
])
/** An empty parameter is what a form sends for a filter that nobody chose. */
const given = (text: string | undefined) => (text === '' ? undefined : text)

function toListInput(query: Record<string, string>) {
  const sort = given(query['sort'])
  return {
    first: limitOf(query['limit']),
    after: given(query['cursor']),
    sort: sort === undefined ? undefined : (sorts.get(sort) ?? sort),
    filter: {
      search: given(query['search']),
      status: given(query['status']),
      assignedTo: given(query['assigned_to']),
      from: given(query['from']),
      to: given(query['to']),
      source: given(query['source']),
      followUp: query['filter'] === 'followup',
    },
  }
}

async function toRestList({ leads, hasNextPage, total }: LeadPage) {
  const last = leads.at(-1)
  return {
    data: leads.map(toRestLead),
    next_cursor: hasNextPage && last ? cursorOf(last) : null,
    total: await total(),
  }
}

const ChangeJson = z
  .object({
    status: z.enum(leadStatuses),
    lost_reason: z.string().nullable(),
    assigned_to: z.string().nullable().describe('A user’s id; null takes the lead from whoever has it'),
    follow_up_at: z.iso.datetime().nullable(),
    version: z.number().describe('Of the lead that the change is based on; a stale one is refused'),
    ...(Object.fromEntries(leadColumnNames.map((column) => [restNameOf(column), z.string().nullable()])) as Record<
      string,
      z.ZodType
    >),
  })
  .partial()
  .meta({ id: 'LeadChange', description: 'Answers are corrected by column or by the form’s own name.' })

const changeNames: Record<string, string> = {
  status: 'status',
  lost_reason: 'lostReason',
  assigned_to: 'assignedTo',
  follow_up_at: 'followUpAt',
  version: 'version',
}
const restNames = new Map(Object.entries(changeNames).map(([rest, name]) => [name, rest]))

/** Whatever is no property of the lead itself is the correction of an answer. */
function toLeadChange(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const entries = Object.entries(body)
  const own = entries.filter(([name]) => Object.hasOwn(changeNames, name))
  const answers = entries.filter(([name]) => !Object.hasOwn(changeNames, name))
  return {
    ...Object.fromEntries(own.map(([name, value]) => [changeNames[name], value])),
    answers: Object.fromEntries(answers),
  }
}

export const leadRoutes = [
  route({
    method: 'get',
    path: '/quote',
    tag,
    summary: 'Quotes, newest first',
    who: 'staff',
    query: ListQuery,
    answers: {
      200: {
        description: 'One page',
        schema: z.object({ data: z.array(LeadJson), next_cursor: z.string().nullable(), total: z.number() }),
      },
      400: 'A cursor that is not one of this list',
      422: 'A filter that cannot be',
    },
    handle: async (ctx, { query }) =>
      withFieldNames(listField, async () => json(await toRestList(await listLeads(ctx, toListInput(query))))),
  }),
  route({
    method: 'get',
    path: '/quote/{id}',
    tag,
    summary: 'One quote',
    who: 'staff',
    params,
    answers: { 200: { description: 'The quote', schema: One }, 404: 'No such quote' },
    handle: async (ctx, { param }) => data(toRestLead(await getLead(ctx, param('id')))),
  }),
  route({
    method: 'patch',
    path: '/quote/{id}',
    tag,
    summary: 'Change a quote: all of the change or nothing of it',
    who: 'staff',
    params,
    body: ChangeJson,
    answers: {
      200: { description: 'The quote as it is now', schema: One },
      404: 'No such quote',
      409: 'Somebody else changed it first',
      422: 'Invalid; every wrong field is named',
    },
    handle: async (ctx, { param, body }) =>
      withFieldNames(changeField, async () => data(toRestLead(await changeLead(ctx, param('id'), toLeadChange(body))))),
  }),
  route({
    method: 'delete',
    path: '/quote/{id}',
    tag,
    summary: 'Delete a quote with its mails',
    who: 'admin',
    params,
    answers: { 204: 'Deleted', 404: 'No such quote' },
    handle: async (ctx, { param }) => {
      await deleteLead(ctx, param('id'))
      return noContent()
    },
  }),
]

const changeField = (field: string) => restNames.get(field) ?? field

function listField(field: string): string {
  const names = new Map([
    ['first', 'limit'],
    ['after', 'cursor'],
    ['filter.assignedTo', 'assigned_to'],
  ])
  return names.get(field) ?? field.replace(/^filter\./, '')
}
