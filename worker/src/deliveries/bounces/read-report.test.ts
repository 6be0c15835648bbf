import { expect, test } from 'vitest'
import { hard } from '../../testing/bounces.ts'
import { readReport } from './read-report.ts'

const read = (text: string) => readReport(Buffer.from(text))
const found = { action: 'failed', status: '5.1.1', reason: '550 5.1.1 <aoife@example.com>: aoife is $unknown here' }

test('the part with the status is read, whatever stands around it', () => {
  expect(read(hard)).toEqual(found)
  expect(read(hard.replaceAll('\r\n', '\n'))).toEqual(found)
  expect(
    read(hard.replace('Content-Type: message/delivery-status', 'content-type:\r\n MESSAGE/Delivery-Status; x=y')),
  ).toEqual(found)
  expect(read(`X-Long: ${'a'.repeat(100_000)}\r\n${hard}`)).toEqual(found)
})

test('what other parts say is no status', () => {
  const fields = 'Action: failed\r\nStatus: 5.0.0\r\n'
  const nothing = hard.replace('Action: failed', 'Action: delivered')
  expect(read(nothing.replace('Your message could', `${fields}Your message could`))).toBeNull()
  expect(read(nothing.replace('--b--', `--b\r\nContent-Type: message/rfc822\r\n\r\n${fields}\r\n--b--`))).toBeNull()
})
