import { builder } from '../graphql/builder.ts'
import { deleteView, listViews, saveView, type SavedView } from './saved-views.service.ts'

const SavedViewType = builder.objectRef<SavedView>('SavedView').implement({
  description: 'Filters and sort of the lead list under a name.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    query: t.exposeString('query', { description: 'As the list’s address has them, like status=new&sort=name.' }),
  }),
})

builder.queryField('savedViews', (t) =>
  t.field({
    type: [SavedViewType],
    description: 'One’s own, by name.',
    resolve: (_root, _args, ctx) => listViews(ctx),
  }),
)

builder.mutationFields((t) => ({
  saveView: t.field({
    type: SavedViewType,
    args: {
      id: t.arg.id({ description: 'Of the view that is changed; without it a new one is made.' }),
      name: t.arg.string({ required: true }),
      query: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => saveView(ctx, args),
  }),
  deleteView: t.boolean({
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => deleteView(ctx, id).then(() => true),
  }),
}))
