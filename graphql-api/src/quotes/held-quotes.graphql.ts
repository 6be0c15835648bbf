import { builder, toConnection, totalCount } from '../graphql/builder.ts'
import { LeadType } from '../leads/lead.type.ts'
import {
  discardHeldQuote,
  heldCursorOf,
  listHeldQuotes,
  releaseHeldQuote,
  type HeldQuote,
} from './held-quotes.service.ts'

const HoldReasonEnum = builder.enumType('HoldReason', {
  values: {
    HONEYPOT: { value: 'honeypot', description: 'A field that people cannot see was filled in.' },
    TOO_FAST: { value: 'too-fast', description: 'Sent less than 3 seconds after the form was shown.' },
    ADDRESS_RATE: {
      value: 'address-rate',
      description: 'Too many quotes from one network in 10 minutes (setting quotesPerAddress).',
    },
    CONTACT_RATE: {
      value: 'contact-rate',
      description: 'Too many quotes from one contact in a day (setting quotesPerContact).',
    },
    CONTACT_NETWORKS: {
      value: 'contact-networks',
      description: 'One contact from too many networks in a day (setting networksPerContact).',
    },
    REPEATED_TEXT: {
      value: 'repeated-text',
      description: 'The same long text too often in a day (setting quotesPerText).',
    },
    DISPOSABLE_ADDRESS: {
      value: 'disposable-address',
      description: 'The provider of the email address hands out addresses for minutes (setting holdDisposable).',
    },
    LINKS: {
      value: 'links',
      description: 'Too many links in the free texts (setting linksPerQuote), or a web address in a name.',
    },
    NO_CHALLENGE: {
      value: 'no-challenge',
      description: 'It came without a passed challenge (setting holdUnchallenged).',
    },
    SPAM_WORDS: { value: 'spam-words', description: 'Several words that advertising is made of.' },
  } as const,
})

const HeldQuoteType = builder.objectRef<HeldQuote>('HeldQuote').implement({
  description: 'A quote that looks like spam: no lead until somebody releases it.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => String(id) }),
    reason: t.expose('reason', { type: HoldReasonEnum }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    lead: t.expose('lead', { type: LeadType, description: 'The lead that it would become.' }),
  }),
})

const HeldQuoteConnection = builder.connectionObject(
  {
    type: HeldQuoteType,
    name: 'HeldQuoteConnection',
    fields: (t) => ({
      totalCount: t.int({ resolve: totalCount }),
      heldDays: t.int({
        description: 'After so many days a held quote is deleted (setting heldDays).',
        resolve: (_connection, _args, { settings }) => settings().heldDays,
      }),
    }),
  },
  { name: 'HeldQuoteEdge' },
)

builder.queryField('heldQuotes', (t) =>
  t.field({
    type: HeldQuoteConnection,
    args: { first: t.arg.int(), after: t.arg.string() },
    description: 'What was held back and waits for a decision, newest first.',
    resolve: async (_root, args, ctx) => toConnection(await listHeldQuotes(ctx, args), heldCursorOf),
  }),
)

builder.mutationFields((t) => ({
  releaseHeldQuote: t.field({
    type: LeadType,
    description: 'Makes it a lead as if it had just been received, with the time it was received.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => releaseHeldQuote(ctx, id),
  }),
  discardHeldQuote: t.boolean({
    description: 'Blanks it for good.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => discardHeldQuote(ctx, id),
  }),
}))
