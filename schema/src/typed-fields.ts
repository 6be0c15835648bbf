import { z } from 'zod'
import { parseEmail } from './quotes/email-address.ts'
import { cleanLine } from './typed-text.ts'

/** An email address as people type it, parsed to how it is stored. */
export const EmailAddress = z.string('Enter an email address').transform((text, issues) => {
  const email = parseEmail(text)
  if (email.ok) return email.value
  issues.addIssue({ code: 'custom', message: text.trim() === '' ? 'Enter an email address' : email.message })
  return z.NEVER
})

/** A name or another text of one line, of so many characters at most. */
export const line = (maximum: number, missing = 'This must be text') =>
  z
    .string(missing)
    .transform(cleanLine)
    .pipe(z.string().max(maximum, `Write ${maximum} characters at most`))
