import { pushEvents, type PushDevice, type QuietHours } from '@kerbside/schema/push/push'
import { builder, enumValues } from '../graphql/builder.ts'
import { changeDevice, listDevices, pushKey, removeDevice, subscribeDevice, testDevice } from './push.service.ts'

const PushEventEnum = builder.enumType('PushEvent', { values: enumValues(pushEvents) })

const QuietHoursType = builder.objectRef<QuietHours>('QuietHours').implement({
  description: 'Times like 22:00 on the clock of the device. They may go over midnight.',
  fields: (t) => ({ from: t.exposeString('from'), to: t.exposeString('to') }),
})
const QuietHoursInput = builder.inputType('QuietHoursInput', {
  fields: (t) => ({ from: t.string({ required: true }), to: t.string({ required: true }) }),
})

const PushDeviceType = builder.objectRef<PushDevice>('PushDevice').implement({
  description: 'A browser in which one has turned notifications on. Signing out of it ends them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    device: t.exposeString('device', { nullable: true, description: 'Browser and system: Chrome on Android.' }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'It is the one that asks.' }),
    events: t.expose('events', { type: [PushEventEnum], description: 'What it is notified of.' }),
    quietHours: t.expose('quietHours', {
      type: QuietHoursType,
      nullable: true,
      description: 'What comes within them is sent at their end, if it is still of use.',
    }),
    timeZone: t.exposeString('timeZone'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its push service took a notification last.',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why the latest one was not taken.' }),
  }),
})

const SubscriptionInput = builder.inputType('PushSubscriptionInput', {
  description: 'As the browser gives it.',
  fields: (t) => ({
    endpoint: t.string({ required: true }),
    p256dh: t.string({ required: true }),
    auth: t.string({ required: true }),
  }),
})

builder.queryFields((t) => ({
  pushKey: t.string({
    nullable: true,
    description: 'The public VAPID key that browsers subscribe with; null while notifications are not set up.',
    resolve: (_root, _args, ctx) => pushKey(ctx),
  }),
  myPushDevices: t.field({
    type: [PushDeviceType],
    description: 'One’s own, the present one first.',
    resolve: (_root, _args, ctx) => listDevices(ctx),
  }),
}))

builder.mutationFields((t) => ({
  subscribeToPush: t.field({
    type: PushDeviceType,
    description: 'Turns notifications on for this browser, or renews its subscription.',
    args: {
      subscription: t.arg({ type: SubscriptionInput, required: true }),
      events: t.arg({ type: [PushEventEnum], required: true }),
      quietHours: t.arg({ type: QuietHoursInput }),
      timeZone: t.arg.string({ required: true }),
    },
    resolve: (_root, { subscription, ...choice }, ctx) => subscribeDevice(ctx, { ...subscription, ...choice }),
  }),
  updatePushDevice: t.field({
    type: PushDeviceType,
    args: {
      id: t.arg.id({ required: true }),
      events: t.arg({ type: [PushEventEnum], required: true }),
      quietHours: t.arg({ type: QuietHoursInput, description: 'Null: none.' }),
      timeZone: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => changeDevice(ctx, args),
  }),
  unsubscribeFromPush: t.boolean({
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => removeDevice(ctx, id).then(() => true),
  }),
  sendTestPush: t.boolean({
    description: 'Also in quiet hours. Twice within seconds is one.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => testDevice(ctx, id).then(() => true),
  }),
}))
