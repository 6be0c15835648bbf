import type { LeadEvent } from '../../deps.ts'
import { builder, enumValues } from '../../graphql/builder.ts'
import { leadEvents } from './lead-events.ts'
import { LeadType } from '../lead.type.ts'

const LeadEventKindEnum = builder.enumType('LeadEventKind', {
  values: enumValues<LeadEvent['kind']>(['received', 'changed', 'deleted', 'reload'], {
    reload: 'The connection is new, or too much changed at once: load again what is shown.',
  }),
})

const LeadEventType = builder.objectRef<LeadEvent>('LeadEvent').implement({
  fields: (t) => ({
    kind: t.expose('kind', { type: LeadEventKindEnum }),
    leadId: t.id({
      nullable: true,
      description: 'Null of RELOAD.',
      resolve: ({ leadId }) => (leadId === null ? null : String(leadId)),
    }),
    lead: t.field({
      type: LeadType,
      nullable: true,
      description: 'As it is now; null of RELOAD and of a lead that is gone.',
      resolve: ({ lead }) => lead(),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  leadEvents: t.field({
    type: LeadEventType,
    description: 'New, changed and deleted leads, as server-sent events. Begins with RELOAD.',
    subscribe: (_root, _args, ctx) => leadEvents(ctx),
    resolve: (event) => event,
  }),
}))
