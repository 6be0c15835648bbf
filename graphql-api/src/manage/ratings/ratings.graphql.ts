import { averageOf, type Rating, type RatingTotals } from '@kerbside/schema/contractors/rating'
import { ContractorType, OfferOfFirmType } from '../../contractors/contractors.graphql.ts'
import { builder } from '../../graphql/builder.ts'
import { OfferType } from '../../leads/lead.type.ts'
import { ratingTotals } from './ratings.service.ts'

const RatingType = builder.objectRef<Rating>('Rating').implement({
  description: 'What the homeowner said of a firm, for staff only.',
  fields: (t) => ({
    stars: t.exposeInt('stars', { description: '1 to 5.' }),
    text: t.exposeString('text', { description: 'Empty once the homeowner had their details erased.' }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

builder.objectFields(OfferType, (t) => ({
  rating: t.field({ type: RatingType, nullable: true, resolve: ({ rating }) => rating ?? null }),
}))

builder.objectFields(OfferOfFirmType, (t) => ({
  rating: t.field({ type: RatingType, nullable: true, resolve: ({ rating }) => rating ?? null }),
}))

const RatingTotalsType = builder.objectRef<RatingTotals>('RatingTotals').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    average: t.float({
      nullable: true,
      description: 'To one decimal place; null without a rating.',
      resolve: averageOf,
    }),
  }),
})

builder.objectFields(ContractorType, (t) => ({
  ratings: t.loadable({
    type: RatingTotalsType,
    description: 'By homeowners. They see the average from ten ratings on.',
    resolve: ({ id }) => id,
    load: (ids: string[], ctx) => ratingTotals(ctx, ids),
  }),
}))
