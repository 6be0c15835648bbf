import { expect, test } from 'vitest'
import { headerText } from '@kerbside/schema/emails/email'
import { domainOf, parseMailbox } from '../email.ts'
import { readMailError, withoutAddresses } from './mail-error.ts'

const smtpError = (message: string, fields: object) => Object.assign(new Error(message), fields)

test.each([
  ['recipient unknown', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'rejected'],
  ['mailbox full for now', { code: 'EENVELOPE', responseCode: 452, command: 'RCPT TO' }, 'later'],
  ['message rejected', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'rejected'],
  ['message rejected for now', { code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'later'],
  ['no address at all', { code: 'EENVELOPE', command: 'API' }, 'rejected'],
  ['our stream broke', { code: 'ESTREAM', command: 'API' }, 'later'],
  ['our sender rejected', { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' }, 'refuses-sender'],
  ['our sender rejected for now', { code: 'EENVELOPE', responseCode: 451, command: 'MAIL FROM' }, 'unreachable'],
  ['our password rejected', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'refuses-sign-in'],
  ['our greeting rejected', { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, 'refuses-connection'],
  ['our EHLO rejected', { code: 'EPROTOCOL', responseCode: 550, command: 'HELO' }, 'refuses-connection'],
  ['server shutting down', { code: 'ECONNECTION', responseCode: 421 }, 'unreachable'],
  [
    'server shutting down, asked about a recipient',
    { code: 'EENVELOPE', responseCode: 421, command: 'RCPT TO' },
    'unreachable',
  ],
  ['no network', { code: 'ESOCKET' }, 'unreachable'],
  ['no such server', { code: 'EDNS', command: 'CONN' }, 'unreachable'],
  ['TLS trouble', { code: 'ETLS', command: 'STARTTLS' }, 'unreachable'],
  ['no answer', { code: 'ETIMEDOUT', command: 'CONN' }, 'unreachable'],
])('%s: %j means %s', (message, fields, meaning) => {
  const error = readMailError(smtpError(message, fields))
  expect(error.kind === 'outage' ? error.outage : error.kind).toBe(meaning)
})

test.each([
  ['550 5.1.1 <ada@example.com>: Recipient address rejected', '550 5.1.1 <[address]>: Recipient address rejected'],
  ["to=ada.o'neill@mail.example.co.uk, status=bounced", 'to=[address], status=bounced'],
  ['two\r\nlines', 'two lines'],
])('%j is kept as %j', (text, kept) => {
  expect(withoutAddresses(new Error(text))).toBe(kept)
})

test.each([
  ['550 5.1.1 Ada.Lovelace: no such mailbox', 'ada.lovelace@example.com', '550 5.1.1 [address]: no such mailbox'],
  ['550 no adamant users', 'ada@example.com', '550 no adamant users'],
  ['550 a+b[c] unknown', 'a+b[c]@example.com', '550 [address] unknown'],
  ['450 io error', 'io@example.com', '450 io error'],
])('%j about %s is kept as %j', (text, recipient, kept) => {
  expect(withoutAddresses(text, recipient)).toBe(kept)
})

test('what is kept of an error is short, also when a server sends a novel', () => {
  expect(withoutAddresses('x'.repeat(100_000)).length).toBeLessThanOrEqual(300)
})

test.each([
  ['Kerbside <quotes@kerbside.example>', { name: 'Kerbside', address: 'quotes@kerbside.example' }],
  ['"Kerbside Quotes" <quotes@kerbside.example>', { name: 'Kerbside Quotes', address: 'quotes@kerbside.example' }],
  ['quotes@kerbside.example', { name: '', address: 'quotes@kerbside.example' }],
  ['Kerbside', null],
  ['a@b', null],
  ['Kerbside <a@b.example>, Other <c@d.example>', null],
])('%s as a sender', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox)
})

test('a Message-ID takes the domain of the sender', () => {
  expect(domainOf({ name: '', address: 'quotes@Kerbside.Example' })).toBe('kerbside.example')
})

test.each([
  ['a\r\nBcc: b@c.example', 'a Bcc: b@c.example'],
  ['a\u2028b\u0000c\u200Bd', 'a b c d'],
  ['x'.repeat(500), 'x'.repeat(180)],
])('%j in a header', (text, kept) => {
  expect(headerText(text)).toBe(kept)
})
