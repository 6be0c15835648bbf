import { builder } from '../graphql/builder.ts'
import { LeadType } from '../leads/lead.type.ts'
import { offerLead, withdrawOffer } from './staff-offers.service.ts'

builder.mutationFields((t) => ({
  withdrawOffer: t.field({
    type: LeadType,
    description:
      'Takes back an offer that a firm has not decided on; its link says that the job is no longer available. The place stays free: it goes to nobody by itself until another firm declines or lets its offer run out. Twice is no error.',
    args: { leadId: t.arg.id({ required: true }), contractorId: t.arg.id({ required: true }) },
    resolve: (_root, { leadId, contractorId }, ctx) => withdrawOffer(ctx, leadId, contractorId),
  }),
  offerLead: t.field({
    type: LeadType,
    description:
      'Offers a lead to a firm by hand, also outside its area, over its daily cap, paused, or after it declined. A CONFLICT past the number of firms, to a firm that is off or no longer verified, or when the lead is lost, converted or stopped.',
    args: { leadId: t.arg.id({ required: true }), contractorId: t.arg.id({ required: true }) },
    resolve: (_root, { leadId, contractorId }, ctx) => offerLead(ctx, leadId, contractorId),
  }),
}))
