import { passwordLength } from '@kerbside/schema/users/user'
import { hash, verify } from '@node-rs/argon2'

// Argon2id (the library's default) with OWASP's second recommendation: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string) => hash(password, cost)

// Of a random password that nobody knows: what an unknown account is compared with, so that it takes as long.
let dummy: Promise<string> | null = null

/** Takes the same time whether or not there is an account. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await (dummy ??= hashPassword(crypto.randomUUID())))
  // Longer than any password can be: compared all the same, but not at the sender's length.
  const right = await verify(against, password.slice(0, passwordLength.max + 1))
  return right && passwordHash !== null
}
