import type { AreaRequest } from '@kerbside/schema/contractors/contractor'
import { outcomeKinds, outcomeText, type JobOutcome } from '@kerbside/schema/offers/job-outcome'
import { AreaType, ContractorType, OfferOfFirmType } from '../contractors/contractors.graphql.ts'
import { builder, enumValues } from '../graphql/builder.ts'
import { OfferType } from '../leads/lead.type.ts'
import { answerAreaRequest } from './area-request.service.ts'

const JobOutcomeType = builder.objectRef<JobOutcome>('JobOutcome').implement({
  description: 'What a firm reported of a job that it accepted.',
  fields: (t) => ({
    kind: t.expose('kind', { type: builder.enumType('JobOutcomeKind', { values: enumValues(outcomeKinds) }) }),
    text: t.string({ description: 'As people read it: Quoted £2,450.00.', resolve: (outcome) => outcomeText(outcome) }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

builder.objectFields(OfferType, (t) => ({
  outcomes: t.field({
    type: [JobOutcomeType],
    description: 'Oldest first: the last one counts.',
    resolve: ({ outcomes }) => outcomes ?? [],
  }),
}))

builder.objectFields(OfferOfFirmType, (t) => ({
  outcome: t.expose('outcome', { type: JobOutcomeType, nullable: true, description: 'What the firm reported last.' }),
}))

const AreaRequestType = builder.objectRef<AreaRequest>('AreaRequest').implement({
  description: 'All areas that a firm wants instead of its own, as it asked on its page.',
  fields: (t) => ({
    areas: t.expose('areas', { type: [AreaType] }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

builder.objectFields(ContractorType, (t) => ({
  areaRequest: t.field({
    type: AreaRequestType,
    nullable: true,
    description: 'Null when it asks for nothing, or was rejected.',
    resolve: ({ areaRequest }) => (areaRequest && !areaRequest.refusedAt ? areaRequest : null),
  }),
}))

builder.mutationFields((t) => ({
  answerAreaRequest: t.field({
    type: ContractorType,
    description: 'Gives the firm the areas that it asked for, or rejects them. Another version is a CONFLICT.',
    args: {
      id: t.arg.id({ required: true }),
      accept: t.arg.boolean({ required: true }),
      version: t.arg.int({ required: true }),
    },
    resolve: (_root, args, ctx) => answerAreaRequest(ctx, args),
  }),
}))
