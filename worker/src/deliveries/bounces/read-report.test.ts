import { expect, onTestFinished, test } from 'vitest'
import { hard } from '../../testing/bounces.ts'
import { readReport } from './read-report.ts'

// As long as headers may be, of a kind that is slow to read.
const header = `To: a${`\r\n ${'a:;'.repeat(100)}`.repeat(100)}\r\n`
const slow = Buffer.from(header + hard.replace('--b\r\n', `--b\r\n${header}\r\n\r\n`.repeat(6).concat('--b\r\n')))

test('while a report is read that takes long, the thread of the worker is free', async () => {
  let turns = 0
  const turning = setInterval(() => (turns += 1), 0)
  onTestFinished(() => clearInterval(turning))
  expect(await readReport(slow)).toMatchObject({ action: 'failed', status: '5.1.1' })
  expect(turns).toBeGreaterThan(20)
})

test('a report that takes longer than its time is not read, and the next one is', async () => {
  await expect(readReport(slow, 1)).rejects.toThrow('not read within')
  expect(await readReport(Buffer.from(hard))).toMatchObject({ action: 'failed', status: '5.1.1' })
})
