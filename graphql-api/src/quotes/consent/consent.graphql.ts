import { builder } from '../../graphql/builder.ts'
import { consentRecordUrl } from './consent.service.ts'

builder.queryField('consentRecordUrl', (t) =>
  t.string({
    description:
      'A signed address of the page that says what the homeowner of a lead agreed to; it works for five minutes.',
    args: { leadId: t.arg.id({ required: true }) },
    resolve: (_root, { leadId }, ctx) => consentRecordUrl(ctx, leadId),
  }),
)
