import type { SecurityNoticeKind } from '@kerbside/schema/deliveries/delivery'
import { longDayAndTime } from '@kerbside/schema/time/london-time'
import type { Email, Mailbox } from '@kerbside/schema/emails/email'
import { composeEmail } from '@kerbside/schema/emails/email-html'

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

type Notice = { subject: string; preheader: string; text: (at: string) => string }

/** What became of an account, so that nothing of it happens unnoticed. */
const notices: Record<SecurityNoticeKind, Notice> = {
  'password-changed': {
    subject: 'Your password was changed',
    preheader: 'Every device was signed out.',
    text: (at) => `The password of your Kerbside account was changed on ${at}, and every device was signed out.`,
  },
  'email-changed': {
    subject: 'Your sign-in email address has changed',
    preheader: 'Every device was signed out.',
    text: (at) =>
      `Your Kerbside account has had this email address since ${at}. Sign in with it from now on. Every device was signed out, and links sent to the former address no longer work.`,
  },
  /** To the former address. */
  'email-changed-away': {
    subject: 'Your Kerbside account has a new email address',
    preheader: 'You can no longer sign in with this address.',
    text: (at) =>
      `The email address of your Kerbside account was changed on ${at}. You can no longer sign in with this address, and links sent to it no longer work.`,
  },
  'two-step-on': {
    subject: 'Two-step sign-in was turned on',
    preheader: 'Signing in now takes a code of your authenticator app.',
    text: (at) =>
      `Two-step sign-in of your Kerbside account was turned on on ${at}. From now on you sign in with your password and a code of your authenticator app. Store the recovery codes where you find them without your phone.`,
  },
  'two-step-off': {
    subject: 'Two-step sign-in was turned off',
    preheader: 'Signing in now takes the password alone.',
    text: (at) =>
      `Two-step sign-in of your Kerbside account was turned off on ${at}, with your password and a code. From now on you sign in with the password alone.`,
  },
  'two-step-reset': {
    subject: 'Two-step sign-in was reset',
    preheader: 'Signing in now takes the password alone, and every device was signed out.',
    text: (at) =>
      `Two-step sign-in of your Kerbside account was reset for you on ${at}, and every device was signed out. Sign in with your password, and set two-step sign-in up again under Your sessions.`,
  },
}

export function securityNoticeEmail(to: Mailbox, kind: SecurityNoticeKind, at: Date): Email {
  const { subject, preheader, text } = notices[kind]
  return composeEmail({
    to,
    subject,
    preheader,
    title: subject,
    blocks: [
      `Hello ${to.name},`,
      text(longDayAndTime(at)),
      'If that was neither you nor an admin whom you asked, tell an admin at once.',
    ],
    footer: 'You get this email whenever the way you sign in to your account changes.',
  })
}
