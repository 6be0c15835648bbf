import { csvRows, toUtf8 } from '@kerbside/schema/imports/csv-file.model'
import { importLimits } from '@kerbside/schema/imports/import'
import { expect, test } from 'vitest'
import { inspectFile } from './inspect-file.ts'

const bom = Buffer.from([0xef, 0xbb, 0xbf])
const utf8 = (text: string) => Buffer.from(text)

/** The header's names, and the rows with their numbers. */
async function read(bytes: Buffer) {
  const { delimiter, columns, rows } = await inspectFile(bytes)
  const found: (string | number)[][] = []
  for await (const { row, cells } of csvRows(bytes, delimiter)) found.push([row, ...cells])
  expect(found).toHaveLength(rows + 1)
  return { names: columns.map(({ name }) => name), rows: found.slice(1) }
}

test.each<[string, Buffer, string[], (string | number)[][]]>([
  ['commas', utf8('Name,Email\nAoife,a@b.ie\n'), ['Name', 'Email'], [[2, 'Aoife', 'a@b.ie']]],
  ['semicolons', utf8('Name;Email\nByrne, Aoife;a@b.ie\n'), ['Name', 'Email'], [[2, 'Byrne, Aoife', 'a@b.ie']]],
  ['tabs', utf8('Name\tEmail\nAoife\ta@b.ie'), ['Name', 'Email'], [[2, 'Aoife', 'a@b.ie']]],
  ['one column', utf8('Email\na@b.ie\n'), ['Email'], [[2, 'a@b.ie']]],
  ['a delimiter in a quoted name', utf8('"Name, full";Email\nA;b\n'), ['Name, full', 'Email'], [[2, 'A', 'b']]],
  ['a byte order mark', Buffer.concat([bom, utf8('Name,Zoë\nÅ,é\n')]), ['Name', 'Zoë'], [[2, 'Å', 'é']]],
  [
    'rows of another system under its header',
    utf8('Name,Email\r\nA,x\nB,y\rz\n'),
    ['Name', 'Email'],
    [
      [2, 'A', 'x'],
      [3, 'B', 'y\rz'],
    ],
  ],
  ['rows of an old Mac', utf8('Name,Email\rA,x\r'), ['Name', 'Email'], [[2, 'A', 'x']]],
  ['Windows line ends', utf8('Name,Email\r\nAoife,x\r\n'), ['Name', 'Email'], [[2, 'Aoife', 'x']]],
  [
    'quotes',
    utf8('Name,Note\n"Byrne, A","5"" pipe\nand more"\n'),
    ['Name', 'Note'],
    [[2, 'Byrne, A', '5" pipe\nand more']],
  ],
  ['a quotation mark inside', utf8('Name,Note\nA,5" pipe\n'), ['Name', 'Note'], [[2, 'A', '5" pipe']]],
  [
    'empty lines',
    utf8('\nName,Note\n\nA,b\n,\n \nC,d\n\n'),
    ['Name', 'Note'],
    [
      [4, 'A', 'b'],
      [7, 'C', 'd'],
    ],
  ],
  [
    'short and long rows',
    utf8('Name,Note\nA\nB,c,d\n'),
    ['Name', 'Note'],
    [
      [2, 'A'],
      [3, 'B', 'c', 'd'],
    ],
  ],
  ['columns without a name', utf8('Name,,Note\nA,b,c\n'), ['Name', 'Column 2', 'Note'], [[2, 'A', 'b', 'c']]],
])('%s', async (_what, bytes, names, rows) => {
  expect(await read(bytes)).toEqual({ names, rows })
})

test.each([
  ['UTF-8', Buffer.from('Name\nZoë “€5”\n')],
  ['as plain CSV of Excel', Buffer.from('Name\nZo\xeb \x93\x805\x94\n', 'latin1')],
  ['as Unicode text of Excel', Buffer.from('\uFEFFName\nZoë “€5”\n', 'utf16le')],
])('a file saved %s is read', async (_how, bytes) => {
  expect((await read(toUtf8(bytes))).rows).toEqual([[2, 'Zoë “€5”']])
})

test('a sample is the first value of its column', async () => {
  const { columns } = await inspectFile(utf8(`Name,Note\n,  b\n  c\nA,${'x'.repeat(100)}\nB,d\n`))
  expect(columns).toEqual([
    { name: 'Name', sample: 'c' },
    { name: 'Note', sample: 'b' },
  ])
  const long = await inspectFile(utf8(`Note\n${'x'.repeat(100)}\n`))
  expect(long.columns[0]?.sample).toBe('x'.repeat(60))
})

const lines = (count: number) => utf8(`Name,Note\n${'a,b\n'.repeat(count)}`)

test('a file has as many rows as are allowed', async () => {
  expect((await inspectFile(lines(importLimits.rows))).rows).toBe(importLimits.rows)
})

test.each<[string, Buffer, string]>([
  ['nothing but white space', utf8(' \n\n'), 'The file has no rows below its header.'],
  ['only a header', utf8('Name,Email\n'), 'The file has no rows below its header.'],
  ['no header', utf8('Aoife,aoife@example.com\nBen,b@c.ie\n'), 'The first row must have the names of the columns'],
  [
    'no header but a phone number',
    utf8('Aoife;07700 900123\nBen;x\n'),
    'The first row must have the names of the columns',
  ],
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8]), 'This is no CSV file.'],
  ['too many rows', lines(importLimits.rows + 1), 'The file has more than 50,000 rows.'],
  ['too many columns', utf8(`${'a,'.repeat(200)}a\nb\n`), 'The file has more than 200 columns.'],
  [
    'a quotation mark that is never closed',
    utf8('Name,Note\nA,b\nB,"c\nC,d\n'),
    'The file cannot be read from row 3 on',
  ],
])('%s is rejected', async (_what, bytes, message) => {
  await expect(inspectFile(bytes)).rejects.toMatchObject({
    code: 'INVALID',
    fields: { file: [expect.stringContaining(message)] },
  })
})
