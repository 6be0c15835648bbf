import { invalid } from '@kerbside/schema/errors'
import {
  callOutcomes,
  canMove,
  contactKinds,
  leadStatuses,
  maximumNotes,
  notesOf,
  type Lead,
  type LeadActivity,
  type StatusChange,
  maximumMessage,
} from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { mentionedIn } from '@kerbside/schema/users/mentions'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { checkAll } from '../http/errors.ts'
import { findAssignee, listAssignees, type Assignee } from '../users/users.service.ts'
import { correctAnswers } from './correct-answers.ts'
import type { Alongside } from './leads.service.ts'
import { writeLead } from './write-lead.ts'

const note = z.string().trim().max(2_000, 'Write 2,000 characters at most').nullish()

/** What a homeowner is written, in a quote or a follow-up. */
export const messageToHomeowner = z
  .string('Write a message')
  .trim()
  .min(1, 'Write a message')
  .max(maximumMessage, 'Write 2,000 characters at most')

export const LeadChange = z.strictObject({
  status: z.enum(leadStatuses, 'This is not a status').nullish(),
  /** Stored with the move; for a lost lead it is the reason too. */
  note,
  lostReason: note,
  /** For colleagues: a note, or what is written about a contact. `@` and the full name of an assignee mentions that person. */
  text: z.string('Write a note').trim().min(1, 'Write a note').max(2_000, 'Write 2,000 characters at most').optional(),
  /** A user's id; null takes the lead from whoever has it. */
  assignedTo: z.string('Give a user’s id or null').nullable().optional(),
  followUpAt: z
    .union(
      [
        z.date(),
        z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
        z.iso.date().transform((text) => new Date(text)),
      ],
      'Give a date, like 2026-11-30T12:00:00Z, or null',
    )
    .nullable()
    .optional(),
  /** How the person contacted the homeowner. */
  contact: z.enum(contactKinds, 'This is no way to contact anybody').optional(),
  /** How the call went, of a contact that is one. */
  outcome: z.enum(callOutcomes, 'This is no way in which a call goes').nullish(),
  /** Corrections by column or by the form's own name. */
  answers: z.record(z.string(), z.unknown()).optional(),
  /** The version of the lead that the change is based on; with another one it is rejected as stale. */
  version: z.number('Give the number of the version').int().nullish(),
  /** Made with the change by the client. A lead that has it already stays as it is, whatever came after. */
  changeId: z.guid('Must be a UUID').toLowerCase().nullish(),
})
export type LeadChange = z.input<typeof LeadChange>
type Parsed = z.output<typeof LeadChange>

/** A person's change of a lead: all of it or nothing of it. */
export async function changeLead(ctx: Context, id: string, input: unknown, alongside?: Alongside): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const change = parse(LeadChange, input)
  const mentions = change.text?.includes('@') ? mentionedIn(change.text, await listAssignees(ctx)) : []
  return writeLead(ctx, { id, version: change.version, alongside }, async (lead) => {
    if (wasMade(lead, change.changeId)) return { set: {}, activity: [] }
    const set = await changesTo(ctx, lead, change)
    return { set, activity: recorded(ctx, lead, { ...change, mentions }, set) }
  })
}

/** Whether the change has come before: its answer may have been lost on the way. */
function wasMade({ statusHistory, activity = [] }: Lead, changeId: Parsed['changeId']): boolean {
  return Boolean(changeId) && [...statusHistory, ...activity].some((entry) => entry.changeId === changeId)
}

/** What the change leaves in the lead's activity. */
function recorded(
  { viewer, now }: Context,
  lead: Lead,
  { text, contact, outcome, mentions, changeId }: Parsed & { mentions: Assignee[] },
  { assignedTo, followUpAt }: Partial<LeadRecord>,
): LeadActivity[] {
  if (!viewer) return []
  if (text && notesOf(lead).length >= maximumNotes) throw invalid('text', `A lead has room for ${maximumNotes} notes.`)
  const entry = { at: now(), by: { id: viewer.id, name: viewer.name }, ...(changeId && { changeId }) }
  const written = { ...(text && { text }), ...(mentions.length > 0 && { mentions }) }
  return [
    ...(assignedTo === undefined ? [] : [{ ...entry, kind: 'assigned' as const, assignedTo }]),
    ...(followUpAt === undefined ? [] : [{ ...entry, kind: 'follow-up' as const, followUpAt }]),
    ...(contact ? [{ ...entry, ...written, kind: contact, ...(outcome && { outcome }) }] : []),
    ...(text && !contact ? [{ ...entry, ...written, kind: 'note' as const }] : []),
  ]
}

async function changesTo(ctx: Context, lead: Lead, change: Parsed): Promise<Partial<LeadRecord>> {
  const parts = await checkAll(
    () => moved(lead, change, ctx.viewer, ctx.now()),
    () => assigned(lead, change),
    () => correctAnswers(lead, change.answers ?? {}),
  )
  return Object.assign({}, ...parts, followedUp(lead, change), firstContact(ctx, lead, change))
}

/** What a move of status sets; nothing when the lead has that status already. */
export function moved(
  lead: Lead,
  change: Pick<Parsed, 'status' | 'note' | 'lostReason' | 'changeId'>,
  person: { id: string; name: string } | null,
  now: Date,
): Partial<LeadRecord> {
  const to = change.status ?? lead.status
  const reason = change.lostReason ?? (to === 'lost' && to !== lead.status ? change.note : undefined)
  if (change.lostReason && to !== 'lost') throw invalid('lostReason', 'Only a lost lead has a reason.')
  if (to === lead.status) return reason === undefined || reason === lead.lostReason ? {} : { lostReason: reason }
  if (!canMove(lead.status, to)) throw invalid('status', `A ${lead.status} lead cannot become ${to}.`)
  const entry: StatusChange = {
    from: lead.status,
    to,
    at: now,
    by: person && { id: person.id, name: person.name },
    note: change.note ?? change.lostReason ?? null,
    ...(change.changeId && { changeId: change.changeId }),
  }
  return { status: to, statusHistory: [...lead.statusHistory, entry], lostReason: reason ?? null }
}

function followedUp(lead: Lead, { followUpAt }: Parsed): Partial<LeadRecord> {
  return followUpAt === undefined || followUpAt?.getTime() === lead.followUpAt?.getTime() ? {} : { followUpAt }
}

/** Whoever had the wrong number has not been in touch with the homeowner. */
function firstContact(ctx: Context, lead: Lead, { contact, outcome }: Parsed): Partial<LeadRecord> {
  return contact && outcome !== 'wrong-number' && !lead.contactedAt ? { contactedAt: ctx.now() } : {}
}

async function assigned(lead: Lead, { assignedTo }: Parsed): Promise<Partial<LeadRecord>> {
  if (assignedTo === undefined || assignedTo === (lead.assignedTo?.id ?? null)) return {}
  return { assignedTo: assignedTo === null ? null : await findAssignee(assignedTo) }
}
