import { graphqlPageKinds, pageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { builder } from '../graphql/builder.ts'
import { answersCarried, deletePage, findPage, listPages, updatePage } from './page-editing.service.ts'
import type { Context } from '../deps.ts'
import type { EditablePage } from './page-record.ts'
import {
  createDraft,
  duplicatePage,
  pageHistory,
  pageVersionContent,
  previewUrl,
  restorePage,
  type PageVersion,
} from './page-versions.service.ts'

export const PageKindEnum = builder.enumType('PageKind', {
  values: Object.fromEntries(pageKinds.map((kind) => [graphqlPageKinds[kind], { value: kind }])) as Record<
    string,
    { value: PageKind }
  >,
})

const Editor = builder.objectRef<{ id: string; name: string }>('PageEditor').implement({
  description: 'Who saved a version.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const PageVersionType = builder.objectRef<PageVersion>('PageVersion').implement({
  fields: (t) => ({
    version: t.exposeInt('version'),
    savedAt: t.expose('savedAt', { type: 'DateTime' }),
    savedBy: t.expose('savedBy', { type: Editor, nullable: true }),
    origin: t.exposeString('origin', { nullable: true, description: 'Where it came from when not simply saved.' }),
  }),
})

const PageType = builder.objectRef<EditablePage>('Page').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: PageKindEnum }),
    url: t.exposeString('url'),
    sublink: t.exposeString('sublink'),
    title: t.exposeString('title'),
    content: t.expose('content', { type: 'JSON', description: 'The draft.' }),
    version: t.exposeInt('version', { description: 'Number of the draft; send it back when saving.' }),
    isPublished: t.exposeBoolean('isPublished'),
    publishedVersion: t.exposeInt('publishedVersion', { nullable: true, description: 'What visitors see.' }),
    savedBy: t.expose('savedBy', { type: Editor, nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
    previewUrl: t.string({
      description: 'Shows the draft to whoever holds the link, for an hour.',
      resolve: (page, _args, ctx) => previewUrl(ctx, page),
    }),
    history: t.field({
      type: [PageVersionType],
      description: 'Newest first, at most 100.',
      resolve: (page, _args, ctx) => pageHistory(ctx, page.id),
    }),
    versionContent: t.field({
      type: 'JSON',
      args: { version: t.arg.int({ required: true }) },
      resolve: (page, { version }, ctx) => pageVersionContent(ctx, page.id, version),
    }),
  }),
})

const AnswersCarriedType = builder
  .objectRef<{ name: string; leads: number }>('AnswersCarried')
  .implement({ fields: (t) => ({ name: t.exposeString('name'), leads: t.exposeInt('leads') }) })

builder.queryFields((t) => ({
  pages: t.field({
    type: [PageType],
    description: 'Newest first.',
    args: { kind: t.arg({ type: PageKindEnum, required: true }) },
    resolve: async (_root, { kind }, ctx) => (await listPages(ctx, kind)).pages,
  }),
  page: t.field({
    type: PageType,
    nullable: true,
    args: { kind: t.arg({ type: PageKindEnum, required: true }), slug: t.arg.string({ required: true }) },
    resolve: (_root, { kind, slug }, ctx) => findPage(ctx, kind, slug),
  }),
  answersCarried: t.field({
    type: [AnswersCarriedType],
    description: 'How many of the latest 5,000 leads carry an answer under each form field name.',
    resolve: (_root, _args, ctx) => answersCarried(ctx),
  }),
}))

const id = { type: 'ID', required: true } as const

builder.mutationFields((t) => {
  const changed = (change: (ctx: Context, id: string) => Promise<EditablePage>) =>
    t.field({ type: PageType, args: { id: t.arg(id) }, resolve: (_root, args, ctx) => change(ctx, args.id) })
  return {
    createPage: t.field({
      type: PageType,
      description:
        'A draft; without content it starts with the built-in one of its url, without a url it gets a random one.',
      args: {
        kind: t.arg({ type: PageKindEnum, required: true }),
        url: t.arg.string(),
        content: t.arg({ type: 'JSON' }),
      },
      resolve: (_root, { kind, url, content }, ctx) => createDraft(ctx, kind, { url, content: content ?? undefined }),
    }),
    savePage: t.field({
      type: PageType,
      args: {
        id: t.arg(id),
        content: t.arg({ type: 'JSON', required: true }),
        version: t.arg.int({ required: true }),
      },
      resolve: (_root, args, ctx) => updatePage(ctx, null, args.id, { content: args.content, version: args.version }),
    }),
    duplicatePage: changed(duplicatePage),
    updatePageUrl: t.field({
      type: PageType,
      args: { id: t.arg(id), url: t.arg.string({ required: true }) },
      resolve: (_root, args, ctx) => updatePage(ctx, null, args.id, { url: args.url }),
    }),
    publishPage: changed((ctx, page) => updatePage(ctx, null, page, { is_published: true })),
    unpublishPage: changed((ctx, page) => updatePage(ctx, null, page, { is_published: false })),
    restorePage: t.field({
      type: PageType,
      description: 'An earlier version becomes the draft again; nothing is published by it.',
      args: { id: t.arg(id), version: t.arg.int({ required: true }) },
      resolve: (_root, args, ctx) => restorePage(ctx, args.id, args.version),
    }),
    deletePage: t.boolean({
      args: { id: t.arg(id) },
      resolve: (_root, args, ctx) => deletePage(ctx, null, args.id).then(() => true),
    }),
  }
})
