import { longDayAndTime } from '@kerbside/schema/london-time'
import type { Email, Mailbox } from '../../mail.ts'
import { composeEmail } from './compose-email.ts'

/** `expiresAt`: until when the link sets a password. */
type PasswordLink = { href: string; expiresAt: Date }

/** To somebody for whom an admin has made an account without a password. */
export function invitationEmail(to: Mailbox, { href, expiresAt }: PasswordLink): Email {
  return composeEmail({
    to,
    subject: 'Your Kerbside account',
    preheader: 'Choose a password to start.',
    title: 'Welcome to Kerbside',
    blocks: [
      `Hello ${to.name},`,
      'An admin has made an account for you. Choose a password, and you can sign in with this email address.',
      { kind: 'buttons', buttons: [{ label: 'Choose a password', href, look: 'primary' }] },
      `The link works once, until ${longDayAndTime(expiresAt)}. After that ask an admin for another one.`,
    ],
    footer:
      'You get this email because an admin of Kerbside entered this address. If you expect no account, ignore it.',
  })
}

/** To whoever asked for it on the sign-in page. */
export function passwordResetEmail(to: Mailbox, { href, expiresAt }: PasswordLink): Email {
  return composeEmail({
    to,
    subject: 'Choose a new password',
    preheader: 'Somebody, probably you, has forgotten the password of this account.',
    title: 'Choose a new password',
    blocks: [
      `Hello ${to.name},`,
      'Somebody, probably you, asked for a new password for this account.',
      { kind: 'buttons', buttons: [{ label: 'Choose a new password', href, look: 'primary' }] },
      `The link works once, until ${longDayAndTime(expiresAt)}. It signs out every device.`,
      'If it was not you, ignore this email: your password stays as it is.',
    ],
    footer: 'You get this email because a new password was asked for on the sign-in page of Kerbside.',
  })
}

/** Afterwards, so that nobody's password is changed unnoticed. */
export function passwordChangedEmail(to: Mailbox, at: Date): Email {
  return composeEmail({
    to,
    subject: 'Your password was changed',
    preheader: 'Every device was signed out.',
    title: 'Your password was changed',
    blocks: [
      `Hello ${to.name},`,
      `The password of your Kerbside account was changed on ${longDayAndTime(at)}, and every device was signed out.`,
      'If that was neither you nor an admin whom you asked, tell an admin at once.',
    ],
    footer: 'You get this email whenever the password of your account changes.',
  })
}
