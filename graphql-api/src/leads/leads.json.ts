import { leadPriorities, leadStatuses } from '@kerbside/schema/leads/lead'
import { leadColumnNames, restNameOf } from '@kerbside/schema/quotes/columns'
import { z } from 'zod'
import type { LeadRow } from './lead-list.ts'

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
export const LeadJson = z
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

export function toRestLead(lead: LeadRow): object {
  return {
    id: lead.id,
    reference: lead.reference,
    ...Object.fromEntries(leadColumnNames.map((column) => [restNameOf(column), lead[column]])),
    full_name: lead.fullName,
    mobile_number: lead.mobile,
    answers: lead.answers.map(({ name, label, value }) => ({ name, label, value })),
    is_confirmation: lead.isConfirmation,
    url_type: lead.urlType,
    status: lead.status,
    lost_reason: lead.lostReason,
    priority: lead.priority,
    assigned_to: lead.assignedTo && { id: lead.assignedTo.id, name: lead.assignedTo.name },
    follow_up_at: lead.followUpAt?.toISOString() ?? null,
    version: lead.version,
    created_at: lead.createdAt.toISOString(),
    updated_at: lead.updatedAt.toISOString(),
  }
}
