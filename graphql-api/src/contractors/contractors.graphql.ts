import { type Area, areaKinds, type Contractor } from '@kerbside/schema/contractors/contractor'
import { builder, enumValues } from '../graphql/builder.ts'
import { listContractors } from './contractors.service.ts'

const AreaKindEnum = builder.enumType('AreaKind', { values: enumValues(areaKinds) })

const AreaType = builder.objectRef<Area>('Area').implement({
  description: 'Where a firm works: SW1A, SW1 or SW; D02; Cork; GB or IE.',
  fields: (t) => ({ kind: t.expose('kind', { type: AreaKindEnum }), value: t.exposeString('value') }),
})

export const ContractorType = builder.objectRef<Contractor>('Contractor').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone', { nullable: true }),
    trades: t.stringList({ resolve: ({ trades }) => trades, description: 'driveways, extensions, coach-hire' }),
    areas: t.expose('areas', { type: [AreaType] }),
    dailyCap: t.exposeInt('dailyCap', { description: 'Offers a day at most, by the calendar day in London.' }),
    active: t.exposeBoolean('active'),
    pausedUntil: t.expose('pausedUntil', { type: 'DateTime', nullable: true }),
    verifiedUntil: t.expose('verifiedUntil', { type: 'DateTime', nullable: true }),
    lastLeadAt: t.expose('lastLeadAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryField('contractors', (t) =>
  t.field({
    type: [ContractorType],
    args: { search: t.arg.string({ description: 'Part of a name or email.' }), active: t.arg.boolean() },
    resolve: (_root, args, ctx) => listContractors(ctx, args),
  }),
)
