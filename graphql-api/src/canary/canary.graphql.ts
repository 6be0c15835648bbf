import { builder } from '../graphql/builder.ts'
import { currentCanaryAbsence, type CanaryAbsence } from './canary.service.ts'

const CanaryAbsenceType = builder.objectRef<CanaryAbsence>('CanaryAbsence').implement({
  description: 'The system’s own test leads do not get through, so homeowners’ leads may wait too.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'When the first of them was submitted.' }),
  }),
})

builder.queryField('canaryAbsence', (t) =>
  t.field({
    type: CanaryAbsenceType,
    nullable: true,
    description: 'Null while test leads get through within five minutes, and where none are sent.',
    resolve: (_root, _args, ctx) => currentCanaryAbsence(ctx),
  }),
)
