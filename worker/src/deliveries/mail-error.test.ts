import { expect, test } from 'vitest'
import { domainOf, headerText, parseMailbox } from './mailbox.ts'
import { readMailError, withoutAddresses } from './mail-error.ts'

const smtpError = (message: string, fields: object) => Object.assign(new Error(message), fields)

test.each([
  ['recipient unknown', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, true],
  ['mailbox full for now', { code: 'EENVELOPE', responseCode: 452, command: 'RCPT TO' }, false],
  ['message refused', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, true],
  ['no address at all', { code: 'EENVELOPE', command: 'API' }, true],
  ['our sender refused', { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' }, false],
  ['our password refused', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, false],
  ['server shutting down', { code: 'ECONNECTION', responseCode: 421 }, false],
  ['no network', { code: 'ESOCKET' }, false],
])('%s: final %#', (message, fields, permanent) => {
  expect(readMailError(smtpError(message, fields)).permanent).toBe(permanent)
})

test.each([
  ['550 5.1.1 <ada@example.com>: Recipient address rejected', '550 5.1.1 <[address]>: Recipient address rejected'],
  ["to=ada.o'neill@mail.example.co.uk, status=bounced", 'to=[address], status=bounced'],
  ['two\r\nlines', 'two lines'],
])('%j is kept as %j', (text, kept) => {
  expect(withoutAddresses(new Error(text))).toBe(kept)
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
