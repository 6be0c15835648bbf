import type { ImportField } from '@kerbside/schema/imports/import-fields'
import { importStates, type ImportColumn, type ImportProblem } from '@kerbside/schema/imports/import'
import { builder, enumValues } from '../graphql/builder.ts'
import { checkImport, getImport, importLeads, problemsUrl, type ImportWithFields } from './imports.service.ts'

const ImportStateEnum = builder.enumType('LeadImportState', { values: enumValues(importStates) })

const ColumnType = builder.objectRef<ImportColumn>('LeadImportColumn').implement({
  description: 'A column of the file.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'From the header.' }),
    sample: t.exposeString('sample', { description: 'The first value in it.' }),
    field: t.exposeString('field', { nullable: true, description: 'Where its values go; null if they are left out.' }),
  }),
})

const FieldType = builder.objectRef<ImportField>('LeadImportField').implement({
  description: 'What a column can be mapped to.',
  fields: (t) => ({
    name: t.exposeString('name'),
    label: t.exposeString('label'),
    isRequired: t.exposeBoolean('isRequired'),
  }),
})

const ProblemType = builder.objectRef<ImportProblem>('LeadImportProblem').implement({
  description: 'What is wrong with a row of the file, and what to do.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'As a spreadsheet counts: the header is row 1.' }),
    column: t.exposeString('column', { description: 'Empty if the whole row is wrong.' }),
    message: t.exposeString('message'),
  }),
})

const LeadImportType = builder.objectRef<ImportWithFields>('LeadImport').implement({
  description: 'A CSV file of leads that was sent to POST /api/imports.',
  fields: (t) => ({
    id: t.exposeID('id'),
    fileName: t.exposeString('fileName'),
    state: t.expose('state', { type: ImportStateEnum }),
    rows: t.exposeInt('rows', { description: 'Rows with something in them, without the header.' }),
    columns: t.expose('columns', { type: [ColumnType] }),
    fields: t.expose('fields', { type: [FieldType], description: 'What a column can be, in the order of the form.' }),
    processed: t.exposeInt('processed', { description: 'Rows that the dry run or the import has come to.' }),
    added: t.exposeInt('added', { description: 'Leads added; in a dry run, those that would be.' }),
    existing: t.exposeInt('existing', { description: 'Rows that are leads already.' }),
    skipped: t.exposeInt('skipped', { description: 'Rows with problems.' }),
    problems: t.expose('problems', { type: [ProblemType], description: 'The first ones.' }),
    problemsUrl: t.string({
      nullable: true,
      description:
        'All problems as CSV: a signed address that needs no session. Null while unknown, or without problems.',
      resolve: (record, _args, ctx) => problemsUrl(ctx, record),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The file and this report are deleted then.' }),
  }),
})

const ofImport = { type: LeadImportType, nullable: true } as const

builder.queryField('leadImport', (t) =>
  t.field({
    ...ofImport,
    description: 'An import of a file that one has sent oneself.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getImport(ctx, id),
  }),
)

builder.mutationField('checkImport', (t) =>
  t.field({
    type: LeadImportType,
    description: 'Starts a dry run, which adds nothing.',
    args: {
      id: t.arg.id({ required: true }),
      fields: t.arg.stringList({
        required: { list: true, items: false },
        description: 'For each column of the file where its values go, null to leave them out.',
      }),
    },
    resolve: (_root, { id, fields }, ctx) =>
      checkImport(
        ctx,
        id,
        fields.map((field) => field ?? null),
      ),
  }),
)

builder.mutationField('importLeads', (t) =>
  t.field({
    type: LeadImportType,
    description: 'Imports the rows that the dry run found good.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => importLeads(ctx, id),
  }),
)
