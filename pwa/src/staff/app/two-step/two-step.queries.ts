import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'

const MyTwoStep = graphql(`
  query MyTwoStep {
    myTwoStep {
      enabledAt
      isRequired
      recoveryCodesLeft
    }
  }
`)
export type OwnTwoStep = ResultOf<typeof MyTwoStep>['myTwoStep']

/** How the person at the screen signs in. */
export const ownTwoStep = () =>
  queryOptions({ queryKey: ['own-two-step'], queryFn: async () => (await query(MyTwoStep, {})).myTwoStep })

const StartTwoStep = graphql(`
  mutation StartTwoStep {
    startTwoStep {
      secret
      uri
    }
  }
`)
const EnableTwoStep = graphql(`
  mutation EnableTwoStep($password: String!, $code: String!) {
    enableTwoStep(password: $password, code: $code)
  }
`)
const DisableTwoStep = graphql(`
  mutation DisableTwoStep($password: String!, $code: String!) {
    disableTwoStep(password: $password, code: $code)
  }
`)
const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes($password: String!, $code: String!) {
    renewRecoveryCodes(password: $password, code: $code)
  }
`)

/** What a session alone may not do. */
export type Proof = { password: string; code: string }

export const startTwoStep = async () => (await mutate(StartTwoStep, {})).startTwoStep
/** Answers the recovery codes. */
export const enableTwoStep = async (proof: Proof) => (await mutate(EnableTwoStep, proof)).enableTwoStep
export const renewRecoveryCodes = async (proof: Proof) => (await mutate(RenewRecoveryCodes, proof)).renewRecoveryCodes
/** There are no recovery codes any more. */
export const disableTwoStep = (proof: Proof) => mutate(DisableTwoStep, proof).then(() => null)
