import { exportStates, type LeadExport } from '@kerbside/schema/exports/export'
import { builder, enumValues } from '../graphql/builder.ts'
import { LeadFilterInput } from '../leads/lead.type.ts'
import { downloadUrl, exportLeads, getExport } from './exports.service.ts'

const ExportStateEnum = builder.enumType('LeadExportState', { values: enumValues(exportStates) })

const LeadExportType = builder.objectRef<LeadExport>('LeadExport').implement({
  description: 'A CSV file of leads, newest first, that a worker writes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    state: t.expose('state', { type: ExportStateEnum }),
    written: t.exposeInt('written', { description: 'Leads written so far.' }),
    total: t.exposeInt('total', { nullable: true, description: 'Leads in all; null while that is not known.' }),
    downloadUrl: t.string({
      nullable: true,
      description: 'A signed address that needs no session. Null until the file is ready.',
      resolve: (record, _args, ctx) => downloadUrl(ctx, record),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The file is deleted then.' }),
  }),
})

builder.queryField('leadExport', (t) =>
  t.field({
    type: LeadExportType,
    nullable: true,
    description: 'An export that one has asked for oneself.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getExport(ctx, id),
  }),
)

builder.mutationField('exportLeads', (t) =>
  t.field({
    type: LeadExportType,
    description: 'Starts writing a file of the leads that the filter leaves.',
    args: { filter: t.arg({ type: LeadFilterInput }) },
    resolve: (_root, { filter }, ctx) => exportLeads(ctx, filter),
  }),
)
