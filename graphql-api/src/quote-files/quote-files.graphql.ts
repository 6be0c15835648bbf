import { builder } from '../graphql/builder.ts'
import { quoteFileUrl } from './quote-files.service.ts'

// Its upload and download are REST; the file itself is a field of a sent quote.
builder.queryField('quoteFileUrl', (t) =>
  t.string({
    description: 'A signed address of a PDF that was sent with a quote; it works for five minutes.',
    args: { leadId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_root, args, ctx) => quoteFileUrl(ctx, args),
  }),
)
