import { inclusions, type Inclusion } from '@kerbside/schema/estimates/checklist'
import { lineNet, quantityText, type EstimateTotals, type RateSum } from '@kerbside/schema/estimates/estimate-money'
import {
  declineReasons,
  estimateKinds,
  estimateStates,
  extraWorkOf,
  type EstimateLine,
  type PaymentStage,
  type ShownState,
} from '@kerbside/schema/estimates/estimate'
import type { EstimateDraft } from '@kerbside/schema/estimates/estimate-request'
import type { PriceFile } from '@kerbside/schema/quote-files/quote-file'
import { builder, enumValues } from '../graphql/builder.ts'
import { CurrencyEnum, LeadType } from '../leads/lead.type.ts'
import { AssigneeType } from '../users/users.graphql.ts'
import { sendQuote } from './send-quote.ts'
import {
  cancelForStaff,
  enterEstimate,
  estimatesOfLeads,
  withdrawForStaff,
  type StaffEstimate,
} from './staff-estimates.service.ts'

const EstimateKindEnum = builder.enumType('EstimateKind', {
  values: enumValues(estimateKinds, { fixed: 'What will be paid.', estimate: 'It may change as the work goes on.' }),
})
const EstimateStateEnum = builder.enumType('EstimateState', {
  values: enumValues<ShownState>([...estimateStates, 'expired'], {
    chosen: 'By the homeowner; the firm has not confirmed it yet.',
    agreed: 'The firm has confirmed it.',
    cancelled: 'It was agreed, and the homeowner or staff cancelled that.',
    expired: 'It was valid until a moment that is over.',
  }),
})
const InclusionEnum = builder.enumType('EstimateInclusion', { values: enumValues(inclusions) })
const DeclineReasonEnum = builder.enumType('EstimateDeclineReason', { values: enumValues(declineReasons) })

const money = 'In pence or cents'

const EstimateLineType = builder.objectRef<EstimateLine>('EstimateLine').implement({
  fields: (t) => ({
    text: t.exposeString('text'),
    quantity: t.string({ description: 'Like 42.5.', resolve: ({ quantity }) => quantityText(quantity) }),
    unit: t.exposeString('unit'),
    unitPrice: t.exposeInt('unitPrice', { description: `${money}, without VAT.` }),
    net: t.int({ description: `${money}, without VAT.`, resolve: lineNet }),
    rate: t.exposeInt('rate', { description: 'Of VAT, in hundredths of a percent.' }),
    rateReason: t.exposeString('rateReason', { nullable: true }),
    isProvisional: t.exposeBoolean('isProvisional', { description: 'Set aside for what cannot be priced yet.' }),
  }),
})

const PaymentStageType = builder.objectRef<PaymentStage>('EstimateStage').implement({
  fields: (t) => ({
    text: t.exposeString('text'),
    amount: t.exposeInt('amount', { description: `${money}, with VAT.` }),
  }),
})

const RateSumType = builder.objectRef<RateSum>('EstimateRateSum').implement({
  fields: (t) => ({ rate: t.exposeInt('rate'), net: t.exposeInt('net'), vat: t.exposeInt('vat') }),
})

const EstimateTotalsType = builder.objectRef<EstimateTotals>('EstimateTotals').implement({
  description: `${money}.`,
  fields: (t) => ({
    net: t.exposeInt('net'),
    vat: t.exposeInt('vat'),
    total: t.exposeInt('total', { description: 'What the homeowner pays: net and VAT.' }),
    provisional: t.exposeInt('provisional', {
      description: 'The part of the total that is not certain yet, with VAT.',
    }),
    rates: t.expose('rates', { type: [RateSumType], description: 'By rate of VAT, the highest first.' }),
  }),
})

type Check = { name: string; says: Inclusion }
const EstimateCheckType = builder.objectRef<Check>('EstimateCheck').implement({
  description: 'What a price says of an item of the trade’s checklist. What is missing is not said.',
  fields: (t) => ({
    name: t.exposeString('name'),
    says: t.expose('says', { type: InclusionEnum }),
  }),
})

const PriceFileType = builder.objectRef<PriceFile>('EstimateFile').implement({
  description: 'A photo or PDF that came with a price. quoteFileUrl gives its address.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    type: t.exposeString('type', { description: 'image/jpeg or application/pdf.' }),
    sha256: t.exposeString('sha256'),
  }),
})

export const EstimateType = builder.objectRef<StaffEstimate>('Estimate').implement({
  description: 'A price that was sent for a lead. It never changes; a correction is another version.',
  fields: (t) => ({
    id: t.exposeID('id'),
    contractorId: t.exposeID('contractorId', { nullable: true, description: 'Null: our own.' }),
    contractorName: t.exposeString('contractorName'),
    number: t.exposeInt('number', { description: 'The version: 1 for the firm’s first, then rising.' }),
    variationOf: t.exposeID('variationOf', {
      nullable: true,
      description: 'The agreed price to which this one adds extra work.',
    }),
    extraWork: t.int({
      nullable: true,
      description:
        'Which extra work of that agreed job, from 1 on; each has versions of its own. Null of a price of the job.',
      resolve: (estimate) => (estimate.variationOf === null ? null : extraWorkOf(estimate)),
    }),
    kind: t.expose('kind', { type: EstimateKindEnum }),
    currency: t.expose('currency', { type: CurrencyEnum }),
    isVatRegistered: t.exposeBoolean('isVatRegistered', { nullable: true, description: 'Null if not known.' }),
    lines: t.expose('lines', { type: [EstimateLineType] }),
    totals: t.expose('totals', { type: EstimateTotalsType }),
    deposit: t.exposeInt('deposit', { description: `${money}, with VAT; 0 for none.` }),
    stages: t.expose('stages', { type: [PaymentStageType] }),
    checklist: t.field({
      type: [EstimateCheckType],
      resolve: ({ checklist }) => Object.entries(checklist).map(([name, says]) => ({ name, says })),
    }),
    startDay: t.exposeString('startDay', { nullable: true, description: 'YYYY-MM-DD, as the firm offered it.' }),
    durationDays: t.exposeInt('durationDays', { nullable: true, description: 'Working days.' }),
    validUntilDay: t.exposeString('validUntilDay', {
      description: 'YYYY-MM-DD: the last day on which it can be chosen.',
    }),
    guaranteeYears: t.exposeInt('guaranteeYears', { nullable: true }),
    insurer: t.exposeString('insurer', { nullable: true }),
    message: t.exposeString('message', { nullable: true }),
    files: t.expose('files', { type: [PriceFileType] }),
    sentAt: t.expose('sentAt', { type: 'DateTime' }),
    enteredBy: t.expose('enteredBy', {
      type: AssigneeType,
      nullable: true,
      description: 'Who of the staff entered it for the firm, or sent our own. Null: the firm sent it.',
    }),
    changes: t.exposeStringList('changes', { description: 'What changed from the version before, in words.' }),
    sha256: t.exposeString('sha256', { description: 'Of this very version, as its PDF and an agreement name it.' }),
    state: t.field({ type: EstimateStateEnum, resolve: ({ now }) => now.state }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its state last changed; null while it is as it was sent.',
      resolve: ({ now }) => now.decidedAt,
    }),
    seenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the homeowner’s page showed it for the first time.',
      resolve: ({ now }) => now.seenAt ?? null,
    }),
    declinedBecause: t.field({
      type: DeclineReasonEnum,
      nullable: true,
      resolve: ({ now }) => now.declinedBecause ?? null,
    }),
    withdrawnBecause: t.string({ nullable: true, resolve: ({ now }) => now.withdrawnBecause ?? null }),
    chosenBy: t.string({
      nullable: true,
      description: 'The name that the homeowner typed.',
      resolve: ({ now }) => now.chosenBy ?? null,
    }),
    agreedStartDay: t.string({
      nullable: true,
      description: 'YYYY-MM-DD: the day that the firm confirmed.',
      resolve: ({ now }) => now.startDay ?? null,
    }),
  }),
})

builder.objectField(LeadType, 'estimates', (t) =>
  t.loadableList({
    type: EstimateType,
    description: 'The prices that were sent for it, all versions of all firms, oldest first.',
    resolve: ({ id }) => id,
    load: (ids: number[], ctx) => estimatesOfLeads(ctx, ids),
  }),
)

const asTyped = 'As typed, in pounds or euro, like 2,450 or 2450.50'

const EstimateLineInput = builder.inputType('EstimateLineInput', {
  fields: (t) => ({
    text: t.string({ required: true }),
    quantity: t.string({ required: true, description: 'As typed, like 42 or 42.5.' }),
    unit: t.string({ required: true, description: 'item, m², m, m³, tonne, hour or day.' }),
    unitPrice: t.string({ required: true, description: `${asTyped}; without VAT.` }),
    rate: t.int({ required: true, description: 'Of VAT, in hundredths of a percent: 2000 is 20%.' }),
    rateReason: t.string({ description: 'Why a rate applies that is not the usual one.' }),
    isProvisional: t.boolean(),
  }),
})

const EstimateStageInput = builder.inputType('EstimateStageInput', {
  fields: (t) => ({
    text: t.string({ required: true }),
    amount: t.string({ required: true, description: `${asTyped}; with VAT.` }),
  }),
})

const EstimateCheckInput = builder.inputType('EstimateCheckInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    says: t.field({ type: InclusionEnum, required: true }),
  }),
})

const EstimateInput = builder.inputType('EstimateInput', {
  fields: (t) => ({
    kind: t.field({ type: EstimateKindEnum, required: true }),
    isVatRegistered: t.boolean({ required: true }),
    lines: t.field({ type: [EstimateLineInput], required: true }),
    deposit: t.string({ description: `${asTyped}; with VAT.` }),
    stages: t.field({ type: [EstimateStageInput] }),
    checklist: t.field({ type: [EstimateCheckInput] }),
    startDay: t.string({ description: 'YYYY-MM-DD' }),
    durationDays: t.string({ description: 'As typed: working days.' }),
    validUntilDay: t.string({ required: true, description: 'YYYY-MM-DD: the last day on which it can be chosen.' }),
    guaranteeYears: t.string({ description: 'As typed.' }),
    insurer: t.string(),
    message: t.string(),
  }),
})

type Given = typeof EstimateInput.$inferInput

/** As the schema of a price takes it: what was left out is as if nothing was typed. */
const draftOf = ({ lines, stages, checklist, startDay, ...given }: Given): EstimateDraft => ({
  ...given,
  lines: lines.map((line) => ({
    ...line,
    unit: line.unit as EstimateDraft['lines'][number]['unit'],
    rateReason: line.rateReason ?? '',
    isProvisional: line.isProvisional ?? false,
  })),
  deposit: given.deposit ?? '',
  stages: stages ?? [],
  checklist: Object.fromEntries((checklist ?? []).map(({ name, says }) => [name, says])),
  startDay: startDay || null,
  durationDays: given.durationDays ?? '',
  guaranteeYears: given.guaranteeYears ?? '',
  insurer: given.insurer ?? '',
  message: given.message ?? '',
})

builder.mutationFields((t) => ({
  sendQuote: t.field({
    type: LeadType,
    description:
      'Emails the homeowner a price, which stands among the estimates under its quoteId, and moves the lead to QUOTED. The same quoteId again sends nothing.',
    args: {
      id: t.arg.id({ required: true }),
      quoteId: t.arg.id({ required: true, description: 'A UUID made by the client, one for each quote.' }),
      amount: t.arg.int({ required: true, description: 'In pence, or in cents for a lead in Ireland.' }),
      message: t.arg.string({ required: true }),
      contractorId: t.arg.id({
        description: 'The firm whose quote it is: one that has accepted. Without it, our own.',
      }),
      fileId: t.arg.id({ description: 'Of a PDF that POST /api/quote/{id}/files has stored.' }),
      version: t.arg.int({ description: 'Of the lead that was seen; a stale one is a CONFLICT.' }),
    },
    resolve: (_root, args, ctx) => sendQuote(ctx, args),
  }),
  sendEstimate: t.field({
    type: LeadType,
    description:
      'Sends a price for a firm that told it to us, or another version of its price: the homeowner gets an email and the lead moves to QUOTED. The same id again changes nothing.',
    args: {
      leadId: t.arg.id({ required: true }),
      contractorId: t.arg.id({ required: true, description: 'A firm that has accepted.' }),
      id: t.arg.id({ required: true, description: 'A UUID made by the client, one for each price.' }),
      estimate: t.arg({ type: EstimateInput, required: true }),
      variationOf: t.arg.id({ description: 'The agreed price to which this one adds extra work.' }),
      extraWork: t.arg.int({
        description: 'The extra work that it is another version of. Without it, it is extra work of its own.',
      }),
    },
    resolve: (_root, { estimate, ...args }, ctx) => enterEstimate(ctx, { ...args, draft: draftOf(estimate) }),
  }),
  withdrawEstimate: t.field({
    type: LeadType,
    description:
      'Takes a price back that the firm has not confirmed. The homeowner and the firm get an email with the reason. Twice is no error.',
    args: {
      leadId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => withdrawForStaff(ctx, args),
  }),
  cancelAgreement: t.field({
    type: LeadType,
    description:
      'Cancels what the homeowner and the firm have agreed, with its extra work. The lead is QUOTED again; both get an email with the reason. Twice is no error.',
    args: {
      leadId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true, description: 'Of the agreed price.' }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => cancelForStaff(ctx, args),
  }),
}))
