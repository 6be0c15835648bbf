// npm run reset-two-step -- <email>: for an admin who has lost phone and recovery codes, and has no colleague who could
// reset the two-step sign-in. The person signs in with the password alone again, and is told by email.
import { emailToFind } from '@kerbside/schema/quotes/email-address'
import { UserModel } from '@kerbside/schema/users/user.model'
import pino from 'pino'
import { endTwoStep } from '../users/reset-two-step.ts'
import { CommandError, runCommand } from './command.ts'

await runCommand(async ([email = '']) => {
  const user = await UserModel.findOne({ email: emailToFind(email) }).lean()
  if (!user) throw new CommandError(`There is no account for "${email}". Usage: npm run reset-two-step -- <email>`)
  if (!user.twoStepEnabledAt) throw new CommandError(`Two-step sign-in of ${user.email} is off already.`)
  const ctx = { viewer: null, now: () => new Date(), log: pino({ level: 'silent' }) }
  await endTwoStep(ctx, user, 'Reset by an operator')
  console.log(`${user.name} <${user.email}> signs in with the password alone again.`)
})
