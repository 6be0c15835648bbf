import {
  areaKinds,
  offerEmailsChoices,
  outsideHoursChoices,
  trades,
  weekdays,
  type AddressBounce,
  type Area,
  type Contact,
  type Contractor,
  type WorkingDay,
} from '@kerbside/schema/contractors/contractor'
import { builder, enumValues } from '../graphql/builder.ts'
import {
  clearAddressBounce,
  createContractor,
  deleteContractor,
  revokeContractorLinks,
  updateContractor,
} from './change-contractors.service.ts'
import {
  getContractor,
  latestOffers,
  listContractors,
  offerHistories,
  type OfferHistory,
  type OfferOfFirm,
} from './contractors.service.ts'
import { OfferStateEnum } from '../leads/lead.type.ts'
import { evidenceStates, type EvidenceState } from './evidence.service.ts'

const AreaKindEnum = builder.enumType('AreaKind', { values: enumValues(areaKinds) })

export const AreaType = builder.objectRef<Area>('Area').implement({
  description: 'Where a firm works: SW1A, SW1 or SW; D02; Cork; GB or IE.',
  fields: (t) => ({ kind: t.expose('kind', { type: AreaKindEnum }), value: t.exposeString('value') }),
})

const ContactType = builder.objectRef<Contact>('Contact').implement({
  description: 'A person at a firm.',
  fields: (t) => ({
    name: t.exposeString('name'),
    role: t.exposeString('role', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    isMain: t.exposeBoolean('isMain', { description: 'Gets the firm’s emails, instead of the firm’s own address.' }),
  }),
})

const WeekdayEnum = builder.enumType('Weekday', { values: enumValues(weekdays) })

const WorkingDayType = builder.objectRef<WorkingDay>('WorkingDay').implement({
  description: 'From and to like 08:00, in the firm’s time zone.',
  fields: (t) => ({
    day: t.expose('day', { type: WeekdayEnum }),
    from: t.exposeString('from'),
    to: t.exposeString('to'),
  }),
})

const OutsideHoursEnum = builder.enumType('OutsideHours', {
  description: 'What becomes of offers outside a firm’s working hours.',
  values: enumValues(outsideHoursChoices, {
    send: 'They are sent at once.',
    hold: 'The offer is made; its email and the time to decide wait until the firm opens.',
    'pass-on': 'The firm is not asked; the job goes to others.',
  }),
})

const OfferEmailsEnum = builder.enumType('OfferEmails', {
  description: 'How a firm hears of offers.',
  values: enumValues(offerEmailsChoices, {
    single: 'By an email for each.',
    daily: 'By one email a day with all of them; the time to decide begins then.',
  }),
})

const OfferHistoryType = builder.objectRef<OfferHistory>('OfferHistory').implement({
  description: 'The offers of the last 90 days.',
  fields: (t) => ({
    offersMade: t.exposeInt('offersMade'),
    offersAccepted: t.exposeInt('offersAccepted'),
    acceptanceRate: t.exposeInt('acceptanceRate', {
      nullable: true,
      description: 'Accepted of made, in whole percent; null without an offer.',
    }),
  }),
})

const EvidenceStateType = builder.objectRef<EvidenceState>('EvidenceState').implement({
  description: 'How many of the files that prove something of a firm have expired, or expire within 30 days.',
  fields: (t) => ({ expired: t.exposeInt('expired'), expiring: t.exposeInt('expiring') }),
})

const AddressBounceType = builder.objectRef<AddressBounce>('AddressBounce').implement({
  description: 'Emails to this address came back: the firm gets none and no jobs.',
  fields: (t) => ({
    address: t.exposeString('address'),
    at: t.expose('at', { type: 'DateTime' }),
    reason: t.exposeString('reason', { description: 'What its mail server said; may be empty.' }),
  }),
})

export const ContractorType = builder.objectRef<Contractor>('Contractor').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone', { nullable: true }),
    contacts: t.expose('contacts', { type: [ContactType] }),
    trades: t.stringList({ resolve: ({ trades: own }) => own, description: trades.join(', ') }),
    areas: t.expose('areas', { type: [AreaType] }),
    workingHours: t.expose('workingHours', {
      type: [WorkingDayType],
      description: 'A day that is not there is off; without any day they are not known.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'An IANA name, like Europe/London.' }),
    outsideHours: t.expose('outsideHours', { type: OutsideHoursEnum }),
    offerEmails: t.expose('offerEmails', { type: OfferEmailsEnum }),
    weight: t.exposeInt('weight', { description: 'From 1 to 10: with 2 it gets twice as many leads as with 1.' }),
    dailyCap: t.exposeInt('dailyCap', { description: 'Offers a day at most, by the calendar day in its time zone.' }),
    weeklyCap: t.exposeInt('weeklyCap', {
      nullable: true,
      description: 'Offers a week at most, from Monday in its time zone; null: no such limit.',
    }),
    active: t.exposeBoolean('active'),
    pausedUntil: t.expose('pausedUntil', { type: 'DateTime', nullable: true }),
    addressBounce: t.expose('addressBounce', { type: AddressBounceType, nullable: true }),
    verifiedUntil: t.expose('verifiedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Null: never checked, so the firm gets no jobs.',
    }),
    lastLeadAt: t.expose('lastLeadAt', { type: 'DateTime', nullable: true }),
    history: t.loadable({
      type: OfferHistoryType,
      resolve: ({ id }) => id,
      load: (ids: string[], ctx) => offerHistories(ctx, ids),
    }),
    evidenceState: t.loadable({
      type: EvidenceStateType,
      resolve: ({ id }) => id,
      load: (ids: string[], ctx) => evidenceStates(ctx, ids),
    }),
    version: t.exposeInt('version', { description: 'Rises with every change by a person.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const ContactInput = builder.inputType('ContactInput', {
  fields: (t) => ({
    name: t.string(),
    role: t.string(),
    email: t.string(),
    phone: t.string(),
    isMain: t.boolean({ description: 'At most one contact.' }),
  }),
})

const WorkingDayInput = builder.inputType('WorkingDayInput', {
  fields: (t) => ({
    day: t.field({ type: WeekdayEnum, required: true }),
    from: t.string({ required: true }),
    to: t.string({ required: true }),
  }),
})

const ContractorInput = builder.inputType('ContractorInput', {
  description: 'A new firm needs name, email, trades, areas and dailyCap; a change leaves as it is what is not given.',
  fields: (t) => ({
    name: t.string(),
    email: t.string(),
    phone: t.string({ description: 'Null clears it.' }),
    contacts: t.field({ type: [ContactInput], description: 'All of them: who is not given is removed.' }),
    trades: t.stringList({ description: trades.join(', ') }),
    areas: t.stringList({ description: 'As people type them: SW1A, SW, D02, County Cork, UK, Ireland.' }),
    workingHours: t.field({ type: [WorkingDayInput], description: 'All of them.' }),
    timeZone: t.string({ description: 'An IANA name; that of its areas if a new firm has none.' }),
    outsideHours: t.field({ type: OutsideHoursEnum, description: 'SEND if a new firm has none.' }),
    offerEmails: t.field({ type: OfferEmailsEnum, description: 'SINGLE if a new firm has none.' }),
    weight: t.int({ description: '1 to 10; 1 if a new firm has none.' }),
    dailyCap: t.int(),
    weeklyCap: t.int({ description: 'Null: no limit by the week.' }),
    active: t.boolean(),
    pausedUntil: t.field({ type: 'DateTime', description: 'Null ends the pause.' }),
    verifiedUntil: t.field({ type: 'DateTime', description: 'Null: never checked, so the firm gets no jobs.' }),
    version: t.int({ description: 'Of the firm that the change is based on; another one is a CONFLICT.' }),
  }),
})

export const OfferOfFirmType = builder.objectRef<OfferOfFirm>('ContractorOffer').implement({
  description: 'An offer of a firm, and its lead.',
  fields: (t) => ({
    leadId: t.id({ resolve: ({ leadId }) => String(leadId) }),
    reference: t.exposeString('reference'),
    area: t.exposeString('area', { nullable: true }),
    trade: t.exposeString('trade'),
    state: t.expose('state', { type: OfferStateEnum }),
    offeredAt: t.expose('offeredAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.queryFields((t) => ({
  contractor: t.field({
    type: ContractorType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getContractor(ctx, id),
  }),
  contractorOffers: t.field({
    type: [OfferOfFirmType],
    description: 'The latest 100 offers of a firm, newest first.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => latestOffers(ctx, id),
  }),
  contractors: t.field({
    type: [ContractorType],
    args: { search: t.arg.string({ description: 'Part of a name or email.' }), active: t.arg.boolean() },
    resolve: (_root, args, ctx) => listContractors(ctx, args),
  }),
}))

builder.mutationFields((t) => ({
  createContractor: t.field({
    type: ContractorType,
    args: { input: t.arg({ type: ContractorInput, required: true }) },
    resolve: (_root, { input }, ctx) => createContractor(ctx, input),
  }),
  updateContractor: t.field({
    type: ContractorType,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: ContractorInput, required: true }) },
    resolve: (_root, { id, input }, ctx) => updateContractor(ctx, id, input),
  }),
  clearAddressBounce: t.field({
    type: ContractorType,
    description: 'Lets emails go to its address again from which they came back.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => clearAddressBounce(ctx, id),
  }),
  revokeContractorLinks: t.field({
    type: ContractorType,
    description: 'Ends all links that were emailed to it until now. The next email has new ones.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => revokeContractorLinks(ctx, id),
  }),
  deleteContractor: t.boolean({
    description: 'Withdraws the firm’s open offers too. A CONFLICT while emails about a job that it accepted wait.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => deleteContractor(ctx, id).then(() => true),
  }),
}))
