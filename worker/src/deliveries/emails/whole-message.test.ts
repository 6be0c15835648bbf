import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { wholeMessage } from './whole-message.ts'

const date = new Date('2026-03-01T10:00:00Z')
const usual = {
  from: { name: 'Kerbside – quotes', address: 'quotes@kerbside.example' },
  to: { name: 'Zoë O’Brien, Ltd', address: 'zoe@firm.example' },
  subject: 'A driveway in Château-Thierry, and a subject that is longer than what fits on one line',
  messageId: '<lead-1-offer@kerbside.example>',
  date,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<https://kerbside.example/firm/${'x'.repeat(300)}/stop-offers>`,
  },
}

type Email = { text: string; html: string; attachments?: { filename: string; contentType: string; content: Buffer }[] }

/** The message both ways, with the same boundaries. */
async function bothWays(email: Email) {
  const composed = () => {
    const node = new MailComposer({ ...usual, ...email, boundaryPrefix: 'same', baseBoundary: 'base' }).compile()
    return node
  }
  return { whole: wholeMessage(composed()), streamed: (await composed().build()).toString() }
}

const lines = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\n')
const headOf = (message: string) => message.slice(0, message.indexOf('\r\n\r\n'))

async function expectSame(email: Email) {
  const { whole, streamed } = await bothWays(email)
  expect(headOf(whole)).toBe(headOf(streamed))
  const [a, b] = await Promise.all([simpleParser(whole), simpleParser(streamed)])
  expect(lines(a.text ?? '').trimEnd()).toBe(lines(b.text ?? '').trimEnd())
  expect(lines(a.html || '').trimEnd()).toBe(lines(b.html || '').trimEnd())
  expect(a.attachments.map(({ filename, contentType, content }) => [filename, contentType, content])).toEqual(
    b.attachments.map(({ filename, contentType, content }) => [filename, contentType, content]),
  )
  expect(Math.max(...whole.split(/\r?\n/).map((line) => line.length))).toBeLessThan(998)
}

const page = (text: string) => `<!doctype html>\n<p style="color:#111">${text}</p>\n`

test('an email of plain short lines, of long ones, and of many languages is the one that nodemailer streams', async () => {
  for (const text of [
    'Hello,\n\n.a dot\n..two\n\n-- \nKerbside\n',
    'word '.repeat(300),
    'Zoë – “£5” 🏠 日本語\n'.repeat(40),
  ])
    await expectSame({ text, html: page(text) })
})

test('so is one with attachments', async () => {
  const content = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256))
  const attachments = [{ filename: 'Your quote – Zoë.pdf', contentType: 'application/pdf', content }]
  await expectSame({ text: 'See attached\n', html: page('See attached'), attachments })
})

test('and whatever its text is', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\n', '\r\n', ' ', '\t', '.', '=', '=3D', 'From '),
  )
  const text = fc.array(part, { minLength: 1, maxLength: 60 }).map((parts) => `a${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(text, (some) => expectSame({ text: some, html: page(some) })),
    { numRuns: 60 },
  )
})
