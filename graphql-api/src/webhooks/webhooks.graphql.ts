import type { Webhook } from '@kerbside/schema/webhooks/webhook'
import { DeliveryType } from '../deliveries/deliveries.graphql.ts'
import { builder } from '../graphql/builder.ts'
import {
  changeWebhookSecret,
  getWebhook,
  removeWebhook,
  setWebhook,
  testWebhook,
  webhookDeliveries,
  type ChangedWebhook,
} from './webhooks.service.ts'

const WebhookType = builder.objectRef<Webhook>('Webhook').implement({
  description: 'Where a firm’s own system is told of its jobs, besides by email (docs/webhooks.md).',
  fields: (t) => ({
    url: t.exposeString('url'),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The first failure since the last message that arrived; null while they arrive.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    secretMadeAt: t.expose('secretMadeAt', { type: 'DateTime' }),
    deliveries: t.field({
      type: [DeliveryType],
      description: 'The latest 20, newest first; also the tests, which are about no lead.',
      resolve: ({ contractorId }, _args, ctx) => webhookDeliveries(ctx, contractorId),
    }),
  }),
})

const ChangedWebhookType = builder.objectRef<ChangedWebhook>('ChangedWebhook').implement({
  fields: (t) => ({
    webhook: t.expose('webhook', { type: WebhookType }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'Signs the messages. Only here and only when it was made: it cannot be read later.',
    }),
  }),
})

builder.queryField('contractorWebhook', (t) =>
  t.field({
    type: WebhookType,
    nullable: true,
    description: 'Null when the firm has none.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getWebhook(ctx, id),
  }),
)

builder.mutationFields((t) => ({
  setContractorWebhook: t.field({
    type: ChangedWebhookType,
    description: 'A first webhook gets a secret; another address keeps it.',
    args: { id: t.arg.id({ required: true }), url: t.arg.string({ required: true, description: 'https only.' }) },
    resolve: (_root, { id, url }, ctx) => setWebhook(ctx, id, url),
  }),
  changeWebhookSecret: t.field({
    type: ChangedWebhookType,
    description: 'The old secret signs too for 24 hours.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => changeWebhookSecret(ctx, id),
  }),
  removeContractorWebhook: t.boolean({
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => removeWebhook(ctx, id).then(() => true),
  }),
  testContractorWebhook: t.field({
    type: DeliveryType,
    description: 'Posts a ping, once.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => testWebhook(ctx, id),
  }),
}))
