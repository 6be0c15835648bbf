import type { Complaint, Correction } from '@kerbside/schema/leads/lead'
import { complaintDueAt } from '@kerbside/schema/manage/complaint'
import { builder } from '../graphql/builder.ts'
import { LeadType } from '../leads/lead.type.ts'

const ComplaintType = builder.objectRef<Complaint>('Complaint').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    text: t.exposeString('text', { description: 'Empty once the homeowner had their details erased.' }),
    dueAt: t.field({
      type: 'DateTime',
      description: 'By when the homeowner was promised an answer.',
      resolve: ({ at }) => complaintDueAt(at),
    }),
  }),
})

const CorrectedAnswerType = builder.objectRef<Correction['changes'][number]>('CorrectedAnswer').implement({
  fields: (t) => ({
    label: t.exposeString('label'),
    before: t.exposeString('before', { description: 'Empty if nothing was answered.' }),
    after: t.exposeString('after', { description: 'Empty if nothing is answered any more.' }),
  }),
})

const CorrectionType = builder.objectRef<Correction>('Correction').implement({
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    changes: t.expose('changes', {
      type: [CorrectedAnswerType],
      description: 'Empty once the homeowner had their details erased.',
    }),
  }),
})

/** What staff see of what the homeowner did on their own page. */
builder.objectFields(LeadType, (t) => ({
  enoughQuotesAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the homeowner asked that no further firm hears of the job.',
    resolve: ({ enoughQuotesAt }) => enoughQuotesAt ?? null,
  }),
  sharingStoppedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the homeowner asked for no further contact, by us or by firms.',
    resolve: ({ sharingStoppedAt }) => sharingStoppedAt ?? null,
  }),
  emailConfirmedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the homeowner confirmed the email address, by a button that only emails to it lead to.',
    resolve: ({ emailConfirmedAt }) => emailConfirmedAt ?? null,
  }),
  complaints: t.field({
    type: [ComplaintType],
    description: 'What the homeowner complained of, oldest first.',
    resolve: ({ complaints }) => complaints ?? [],
  }),
  corrections: t.field({
    type: [CorrectionType],
    description: 'What the homeowner corrected on their own page, oldest first.',
    resolve: ({ corrections }) => corrections ?? [],
  }),
  erasedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the homeowner had their details erased: the lead stays without them and is not changed any more.',
    resolve: ({ erasedAt }) => erasedAt ?? null,
  }),
}))
