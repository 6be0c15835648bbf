import { builder, enumValues } from '../graphql/builder.ts'
import { dryRunMatching, dryRunOutcomes, type DryRun, type DryRunFirm } from './dry-run.service.ts'

const DryRunOutcomeEnum = builder.enumType('DryRunOutcome', {
  values: enumValues(dryRunOutcomes, {
    'next-in-line': 'Suitable, but no place is free.',
    asked: 'Had an offer for this lead and is not asked again.',
  }),
})

const DryRunFirmType = builder.objectRef<DryRunFirm>('DryRunFirm').implement({
  fields: (t) => ({
    contractorId: t.exposeID('contractorId'),
    contractorName: t.exposeString('contractorName'),
    outcome: t.expose('outcome', { type: DryRunOutcomeEnum }),
    reasons: t.exposeStringList('reasons'),
  }),
})

const SameJobType = builder.objectRef<DryRun['sameJob'][number]>('SameJobLead').implement({
  description: 'Another lead of the homeowner that is the same job for firms.',
  fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }), reference: t.exposeString('reference') }),
})

const DryRunType = builder.objectRef<DryRun>('DryRun').implement({
  description: 'Who would be offered a lead if it were matched now, and why not the others. Nothing is written.',
  fields: (t) => ({
    reference: t.exposeString('reference', { nullable: true, description: 'Null for an imagined lead.' }),
    trade: t.exposeString('trade'),
    area: t.exposeString('area', { nullable: true }),
    closed: t.exposeString('closed', { nullable: true, description: 'Why the lead would be offered to nobody.' }),
    sameJob: t.expose('sameJob', { type: [SameJobType] }),
    freePlaces: t.exposeInt('freePlaces'),
    firms: t.expose('firms', { type: [DryRunFirmType] }),
  }),
})

builder.queryFields((t) => ({
  dryRunMatching: t.field({
    type: DryRunType,
    description: 'Of a real lead by its reference or number, or of an imagined one: its trade and perhaps a postcode.',
    args: { lead: t.arg.string(), postcode: t.arg.string(), trade: t.arg.string() },
    resolve: (_root, args, ctx) => dryRunMatching(ctx, args),
  }),
}))
