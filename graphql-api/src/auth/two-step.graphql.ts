import { builder } from '../graphql/builder.ts'
import {
  disableTwoStep,
  enableTwoStep,
  getOwnTwoStep,
  renewRecoveryCodes,
  startTwoStep,
  type OwnTwoStep,
} from './two-step.service.ts'

const OwnTwoStepType = builder.objectRef<OwnTwoStep>('OwnTwoStep').implement({
  fields: (t) => ({
    enabledAt: t.expose('enabledAt', { type: 'DateTime', nullable: true, description: 'Null while it is off.' }),
    isRequired: t.exposeBoolean('isRequired', {
      description: 'By the settings. While it is off, the person may do nothing but set it up.',
    }),
    recoveryCodesLeft: t.exposeInt('recoveryCodesLeft'),
  }),
})

const TwoStepSecretType = builder.objectRef<{ secret: string; uri: string }>('TwoStepSecret').implement({
  description: 'What an authenticator app needs; nobody can read it again.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'In base32, to be typed.' }),
    uri: t.exposeString('uri', { description: 'The same as an otpauth: address, to be shown as a QR code.' }),
  }),
})

builder.queryField('myTwoStep', (t) =>
  t.field({
    type: OwnTwoStepType,
    description: 'Two-step sign-in of the person asking.',
    resolve: (_root, _args, ctx) => getOwnTwoStep(ctx),
  }),
)

builder.mutationFields((t) => {
  const proof = {
    password: t.arg.string({ required: true }),
    code: t.arg.string({ required: true, description: 'Of the authenticator app, or a recovery code.' }),
  }
  return {
    startTwoStep: t.field({
      type: TwoStepSecretType,
      description: 'Makes a secret for the person asking. It counts once `enableTwoStep` got a code of it.',
      resolve: (_root, _args, ctx) => startTwoStep(ctx),
    }),
    enableTwoStep: t.stringList({
      description: 'Turns two-step sign-in on. Answers ten recovery codes, this once; each works once.',
      args: {
        password: proof.password,
        code: t.arg.string({ required: true, description: 'A code of the new secret.' }),
      },
      resolve: (_root, args, ctx) => enableTwoStep(ctx, args),
    }),
    renewRecoveryCodes: t.stringList({
      description: 'Ten new recovery codes in place of those that are left.',
      args: proof,
      resolve: (_root, args, ctx) => renewRecoveryCodes(ctx, args),
    }),
    disableTwoStep: t.boolean({
      args: proof,
      resolve: (_root, args, ctx) => disableTwoStep(ctx, args).then(() => true),
    }),
  }
})
