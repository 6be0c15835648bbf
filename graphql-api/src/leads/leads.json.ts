import { leadPriorities, leadStatuses } from '@kerbside/schema/leads/lead'
import { z } from 'zod'
import type { LeadRow } from './lead-list.ts'

const text = z.string().nullable()
const moment = z.iso.datetime()

/** A lead as the REST door shows it. What it lacks is null, never absent. */
export const LeadJson = z
  .object({
    id: z.number(),
    reference: z.string().describe('KB- and six unambiguous characters'),
    first_name: z.string(),
    last_name: z.string(),
    full_name: z.string(),
    email: z.string(),
    mobile: z.string().describe('E.164'),
    mobile_number: z.string().describe('The same as mobile'),
    postcode: text.describe('SW1A 1AA or D02 X285'),
    property_type: text,
    driveway_type: text,
    driveway_material: text,
    driveway_size: text,
    current_condition: text,
    drainage_needed: text,
    timeframe: text,
    budget: text,
    additional_info: text,
    group_type: text,
    pickup_location: text,
    dropoff_location: text,
    date_of_travel: text,
    pickup_time: text,
    distance: z.number().nullable().describe('Kilometres'),
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

export function toRestLead(lead: LeadRow): z.infer<typeof LeadJson> {
  return {
    id: lead.id,
    reference: lead.reference,
    first_name: lead.firstName,
    last_name: lead.lastName,
    full_name: lead.fullName,
    email: lead.email,
    mobile: lead.mobile,
    mobile_number: lead.mobile,
    postcode: lead.postcode,
    property_type: lead.propertyType,
    driveway_type: lead.drivewayType,
    driveway_material: lead.drivewayMaterial,
    driveway_size: lead.drivewaySize,
    current_condition: lead.currentCondition,
    drainage_needed: lead.drainageNeeded,
    timeframe: lead.timeframe,
    budget: lead.budget,
    additional_info: lead.additionalInfo,
    group_type: lead.groupType,
    pickup_location: lead.pickupLocation,
    dropoff_location: lead.dropoffLocation,
    date_of_travel: lead.dateOfTravel,
    pickup_time: lead.pickupTime,
    distance: lead.distance,
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
