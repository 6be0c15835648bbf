import { expect, test } from 'vitest'
import { directionsLink, emailLink, formatPhone, messageLinks, phoneLink } from './contact.ts'

test.each([
  ['+447700900123', '+44 7700 900123'],
  ['+353851234567', '+353 85 123 4567'],
  ['+35318765432', '+35318765432'],
  ['+12025550123', '+12025550123'],
  ['', ''],
])('%s is written %s', (stored, written) => expect(formatPhone(stored)).toBe(written))

test.each([
  ['+447700900123', '07700 900123'],
  ['+353851234567', '085 123 4567'],
  ['+442079460123', '020 7946 0123'],
  ['+441214960123', '0121 496 0123'],
  ['+441632960123', '01632 960123'],
  ['+35312345678', '01 234 5678'],
  ['+353211234567', '+353211234567'],
])('%s is written %s in an email', (stored, written) => expect(formatPhone(stored, 'national')).toBe(written))

test('links hold nothing but the number and the address', () => {
  expect(phoneLink('0808 157 (0192)')).toBe('tel:08081570192')
  expect(emailLink('a?bcc=b@firms.example')).toBe('mailto:a%3Fbcc%3Db@firms.example')
  expect(emailLink('a@firms.example', 'Your request & more')).toBe(
    'mailto:a@firms.example?subject=Your%20request%20%26%20more',
  )
  expect(messageLinks('+447700900123')).toEqual({ text: 'sms:+447700900123', whatsApp: 'https://wa.me/447700900123' })
  expect(messageLinks('+353851234567')?.whatsApp).toBe('https://wa.me/353851234567')
  expect(messageLinks('+442079460123')).toBeNull()
  expect(directionsLink('SW1A 1AA&x')).toBe('https://www.google.com/maps/dir/?api=1&destination=SW1A%201AA%26x')
})
