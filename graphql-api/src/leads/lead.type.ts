import {
  activityKinds,
  callOutcomes,
  contactKinds,
  type Answer,
  type Attribution,
  type LeadActivity,
  leadPriorities,
  leadStatuses,
  type StatusChange,
  type SentQuote,
} from '@kerbside/schema/leads/lead'
import type { MatchReason } from '@kerbside/schema/contractors/matching'
import { type Offer, offerDeclineTexts, offerStates } from '@kerbside/schema/offers/offer'
import { currencies } from '@kerbside/schema/amount'
import type { QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { attributionNames, leadColumnNames, type LeadColumn } from '@kerbside/schema/quotes/columns'
import type { LeadRow } from '@kerbside/schema/leads/list/lead-filter'
import { answerDueAt } from '@kerbside/schema/promise/promise'
import { builder, enumValues } from '../graphql/builder.ts'
import { DeliveryType } from '../deliveries/deliveries.graphql.ts'
import { deliveriesOf } from '../deliveries/deliveries.service.ts'
import { AssigneeType } from '../users/users.graphql.ts'
import { activityOf, matchingOf } from './leads.service.ts'

export const LeadStatusEnum = builder.enumType('LeadStatus', { values: enumValues(leadStatuses) })

export const LeadFilterInput = builder.inputType('LeadFilter', {
  fields: (t) => ({
    search: t.string({
      description: 'Part of a name, email, mobile, reference, postcode, pick-up or drop-off, in any case.',
    }),
    status: t.field({ type: LeadStatusEnum }),
    assignedTo: t.id({ description: 'A user’s id, or none.' }),
    from: t.field({ type: 'DateTime', description: 'Received at or after.' }),
    to: t.field({ type: 'DateTime', description: 'Received at or before.' }),
    source: t.string({ description: 'utm_source' }),
    followUp: t.boolean({ description: 'Due for a follow-up.' }),
    pending: t.boolean({ description: 'New, contacted or quoted.' }),
    waiting: t.boolean({ description: 'New, not contacted by anybody, accepted by no firm.' }),
    awaitingPrice: t.boolean({
      description: 'New or contacted, accepted by a firm five days ago or more, and no price has been sent.',
    }),
    awaitingConfirmation: t.boolean({
      description: 'The homeowner chose a price two days ago or more, and no firm has confirmed it.',
    }),
    area: t.string({ description: 'The letters that a postcode or Eircode starts with, like SW.' }),
  }),
})

export const LeadPriorityEnum = builder.enumType('LeadPriority', { values: enumValues(leadPriorities) })

export const OfferStateEnum = builder.enumType('OfferState', {
  values: enumValues(offerStates, {
    undeliverable: 'The firm’s address rejected the email: it never heard of the job.',
    released: 'It had accepted and sent no price, and the homeowner gave its place to another firm.',
  }),
})

const AnswerType = builder.objectRef<Answer>('Answer').implement({
  description: 'One answer exactly as the homeowner saw and gave it.',
  fields: (t) => ({ name: t.exposeString('name'), label: t.exposeString('label'), value: t.exposeString('value') }),
})

export const StatusChangeType = builder.objectRef<StatusChange>('StatusChange').implement({
  fields: (t) => ({
    from: t.expose('from', { type: LeadStatusEnum }),
    to: t.expose('to', { type: LeadStatusEnum }),
    at: t.expose('at', { type: 'DateTime' }),
    by: t.expose('by', { type: AssigneeType, nullable: true }),
    note: t.exposeString('note', { nullable: true }),
  }),
})

const LeadActivityKindEnum = builder.enumType('LeadActivityKind', { values: enumValues(activityKinds) })

export const LeadContactKindEnum = builder.enumType('LeadContactKind', { values: enumValues(contactKinds) })

export const CallOutcomeEnum = builder.enumType('CallOutcome', { values: enumValues(callOutcomes) })

export const CurrencyEnum = builder.enumType('Currency', { values: enumValues(currencies) })

const QuoteFileType = builder.objectRef<QuoteFile>('QuoteFile').implement({
  description: 'The PDF that went with a quote.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    size: t.exposeInt('size', { description: 'In bytes.' }),
  }),
})

const SentQuoteType = builder.objectRef<SentQuote>('SentQuote').implement({
  description: 'A price that a colleague emailed to the homeowner.',
  fields: (t) => ({
    id: t.exposeID('id'),
    amount: t.exposeInt('amount', { description: 'In pence or cents.' }),
    currency: t.expose('currency', { type: CurrencyEnum }),
    firmName: t.string({
      nullable: true,
      description: 'The firm whose quote it is. Null when it is our own.',
      resolve: ({ firm }) => firm?.name ?? null,
    }),
    file: t.field({ type: QuoteFileType, nullable: true, resolve: ({ file }) => file ?? null }),
  }),
})

export const LeadActivityType = builder.objectRef<LeadActivity>('LeadActivity').implement({
  description:
    'What a colleague did on a lead. Shown neither to firms nor to homeowners, but for quotes and follow-ups.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LeadActivityKindEnum }),
    at: t.expose('at', { type: 'DateTime' }),
    by: t.expose('by', { type: AssigneeType }),
    text: t.string({
      nullable: true,
      description: 'Of a note or a call; of QUOTE_SENT and FOLLOW_UP_SENT, the message to the homeowner.',
      resolve: ({ text }) => text ?? null,
    }),
    outcome: t.field({
      type: CallOutcomeEnum,
      nullable: true,
      description: 'Of a call; null where nobody said.',
      resolve: ({ outcome }) => outcome ?? null,
    }),
    mentions: t.field({
      type: [AssigneeType],
      description: 'Of a note or a call, the people whom it mentions, each of whom got an email.',
      resolve: ({ mentions }) => mentions ?? [],
    }),
    assignedTo: t.field({
      type: AssigneeType,
      nullable: true,
      description: 'Of ASSIGNED; null if the lead was taken from whoever had it.',
      resolve: ({ assignedTo }) => assignedTo ?? null,
    }),
    followUpAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of FOLLOW_UP; null if it was cleared.',
      resolve: ({ followUpAt }) => followUpAt ?? null,
    }),
    quote: t.field({ type: SentQuoteType, nullable: true, resolve: ({ quote }) => quote ?? null }),
  }),
})

const AttributionType = builder.objectRef<Attribution>('Attribution').implement({
  fields: (t) =>
    Object.fromEntries(
      (Object.keys(attributionNames) as (keyof Attribution)[]).map((name) => [
        name,
        t.exposeString(name, { nullable: true }),
      ]),
    ),
})

export const OfferType = builder.objectRef<Offer>('Offer').implement({
  description: 'The job offered to one firm.',
  fields: (t) => ({
    contractorId: t.exposeID('contractorId'),
    contractorName: t.exposeString('contractorName'),
    state: t.expose('state', { type: OfferStateEnum }),
    offeredAt: t.expose('offeredAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    declinedBecause: t.string({
      nullable: true,
      description: 'Why the firm declined, as people read it: Too far away. Null when it said nothing.',
      resolve: ({ declinedBecause }) => (declinedBecause ? offerDeclineTexts[declinedBecause] : null),
    }),
    digestDay: t.exposeString('digestDay', {
      nullable: true,
      description: 'YYYY-MM-DD: the firm is told in its email of that day; null: in an email of its own.',
    }),
    sendAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its email goes out and the time to decide begins, if the firm was closed; null: at once.',
      resolve: ({ sendAt }) => sendAt ?? null,
    }),
  }),
})

const MatchReasonType = builder.objectRef<MatchReason>('MatchReason').implement({
  description: 'Why a firm was offered the job, or why not.',
  fields: (t) => ({
    contractorId: t.exposeID('contractorId'),
    contractorName: t.exposeString('contractorName'),
    matched: t.exposeBoolean('matched'),
    reasons: t.exposeStringList('reasons'),
  }),
})

export const LeadType = builder.objectRef<LeadRow>('Lead').implement({
  fields: (t) => {
    const text = (name: TextColumn) => t.exposeString(name, { nullable: true })
    return {
      id: t.id({ resolve: ({ id }) => String(id), description: 'The lead’s number, as text.' }),
      reference: t.exposeString('reference'),
      firstName: t.exposeString('firstName'),
      lastName: t.exposeString('lastName'),
      fullName: t.exposeString('fullName'),
      email: t.exposeString('email'),
      mobile: t.exposeString('mobile', { description: 'E.164.' }),
      ...Object.fromEntries(optionalColumns.map((column) => [column, text(column)])),
      distance: t.exposeFloat('distance', { nullable: true, description: 'Kilometres.' }),
      answers: t.expose('answers', { type: [AnswerType] }),
      trade: t.exposeString('trade'),
      status: t.expose('status', { type: LeadStatusEnum }),
      statusHistory: t.expose('statusHistory', { type: [StatusChangeType] }),
      lostReason: text('lostReason'),
      priority: t.expose('priority', { type: LeadPriorityEnum }),
      assignedTo: t.expose('assignedTo', { type: AssigneeType, nullable: true }),
      followUpAt: t.expose('followUpAt', { type: 'DateTime', nullable: true }),
      contactedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When a person first called or emailed the homeowner, or sent a quote.',
        resolve: ({ contactedAt }) => contactedAt ?? null,
      }),
      isConfirmation: t.exposeBoolean('isConfirmation'),
      urlType: text('urlType'),
      page: t.exposeString('page', { description: 'The public path that the form was sent from.' }),
      formVersion: t.exposeInt('formVersion'),
      isImported: t.boolean({
        description: 'It came from a file: no firm is offered it by itself.',
        resolve: ({ importId }) => importId !== undefined,
      }),
      notice: t.exposeString('notice', { description: 'What the homeowner was told about sharing.' }),
      attribution: t.expose('attribution', { type: AttributionType }),
      offers: t.expose('offers', { type: [OfferType] }),
      maximumFirms: t.exposeInt('maximumFirms', {
        description: 'How many firms may hold an offer or the contact details, as the notice says.',
      }),
      answerDueAt: t.field({
        type: 'DateTime',
        nullable: true,
        description:
          'By when the homeowner is promised a first answer (setting promiseHours). Null when nobody waits for one: it was given, is not wanted any more, or the lead was imported.',
        resolve: (lead, _args, { settings }) => answerDueAt(lead, settings()),
      }),
      matching: t.loadableList({
        type: MatchReasonType,
        resolve: ({ id }) => id,
        load: (ids: number[], ctx) => matchingOf(ctx, ids),
      }),
      activity: t.loadableList({
        type: LeadActivityType,
        description: 'Notes, assignments, follow-ups, calls, emails and quotes by staff, oldest first.',
        resolve: ({ id }) => id,
        load: (ids: number[], ctx) => activityOf(ctx, ids),
      }),
      deliveries: t.loadableList({
        type: DeliveryType,
        description: 'The emails to its homeowner and to firms, oldest first.',
        resolve: ({ id }) => id,
        load: (ids: number[], ctx) => deliveriesOf(ctx, ids),
      }),
      version: t.exposeInt('version', { description: 'Rises with every change by a person.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }
  },
})

const required = ['firstName', 'lastName', 'email', 'mobile']
const optionalColumns = leadColumnNames.filter(
  (column): column is TextColumn & LeadColumn => !required.includes(column) && column !== 'distance',
)

type TextColumn = { [K in keyof LeadRow]-?: LeadRow[K] extends string | null ? K : never }[keyof LeadRow]
