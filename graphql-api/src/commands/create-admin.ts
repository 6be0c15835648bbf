// npm run create-admin [-- <email> <name>]: the first admin of a production system, in the database of MONGODB_URI.
// What is not given is asked; the password comes from the terminal, unseen, or from standard input.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseEmail } from '@kerbside/schema/quotes/email-address'
import { cleanLine } from '@kerbside/schema/typed-text'
import { passwordLength } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import { hashPassword } from '../users/credentials.ts'
import { CommandError, runCommand } from './command.ts'

type NewAdmin = { email: string; name: string; password: string }

await runCommand(async ([givenEmail, ...givenName]) => {
  const ask = prompter()
  const admin = {
    email: addressOf(givenEmail ?? (await ask('Email: '))),
    name: cleanLine(givenName.join(' ') || (await ask('Name: '))),
    password: await ask(`Password (${passwordLength.min} to ${passwordLength.max} characters): `, { hidden: true }),
  }
  requireGood(admin)
  await addAdmin(admin)
  console.log(`${admin.name} <${admin.email}> can now sign in as an admin.`)
})

function addressOf(text: string): string {
  const email = parseEmail(text)
  if (!email.ok) throw new CommandError(`"${text}" is not an email address: ${email.message}.`)
  return email.value
}

function requireGood({ name, password }: NewAdmin): void {
  if (!name) throw new CommandError('A name is needed.')
  const { length } = password
  if (length < passwordLength.min || length > passwordLength.max) {
    throw new CommandError(`The password must have ${passwordLength.min} to ${passwordLength.max} characters.`)
  }
}

async function addAdmin({ email, name, password }: NewAdmin): Promise<void> {
  await UserModel.createIndexes()
  if (await UserModel.exists({ email })) throw new CommandError(`There is an account for ${email} already.`)
  const passwordHash = await hashPassword(password)
  await UserModel.create({ email, name, role: 'admin', status: 'active', passwordHash })
}

/** Asks at the terminal, or reads the next line of what is piped in. */
function prompter(): (question: string, options?: { hidden?: boolean }) => Promise<string> {
  const { stdin, stdout } = process
  let isHidden = false
  // readline echoes what is typed through this; a password is typed unseen.
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) stdout.write(chunk)
      done()
    },
  })
  const output = stdin.isTTY ? echo : undefined
  const lines = createInterface({ input: stdin, output, terminal: Boolean(output) })
  lines.on('SIGINT', () => process.exit(130)) // Ctrl-C: readline keeps it from reaching the process
  const iterator = lines[Symbol.asyncIterator]()
  return async (question, { hidden = false } = {}) => {
    if (output) stdout.write(question)
    isHidden = hidden
    const { value, done } = await iterator.next()
    isHidden = false
    if (hidden && output) stdout.write('\n')
    if (done) throw new CommandError(`No answer to "${question.trim()}".`)
    return String(value)
  }
}
