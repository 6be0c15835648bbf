import { expect, test } from 'vitest'
import { boundaryOf, parseMultipart } from './read-upload.ts'

const parse = (text: string, boundary = 'x') =>
  parseMultipart(Buffer.from(text), boundary)?.map(({ name, fileName, bytes }) => [name, fileName, String(bytes)]) ??
  null
const file = (disposition: string) => `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nabc\r\n--x--`

test.each([
  ['a browser', 'name="file"; filename="a b.png"', ['file', 'a b.png', 'abc']],
  ['a name with quotes, as browsers write it', 'name="file"; filename="a%22b.png"', ['file', 'a"b.png', 'abc']],
  ['a name with quotes, as curl writes it', 'name="file"; filename="a\\"b\\\\.png"', ['file', 'a"b\\.png', 'abc']],
  ['no quotes', 'name=file; filename=a.png', ['file', 'a.png', 'abc']],
  ['an encoded name', `name="file"; filename*=utf-8''M%C3%A4rz.png`, ['file', 'März.png', 'abc']],
  ['both names', `name="file"; filename="M.png"; filename*=UTF-8''M%C3%A4rz.png`, ['file', 'März.png', 'abc']],
  ['a badly encoded name', `name="file"; filename="M.png"; filename*=UTF-8''M%FF.png`, ['file', 'M.png', 'abc']],
  ['the file name first', 'filename="a; name=x"; name="file"', ['file', 'a; name=x', 'abc']],
  ['text', 'name="file"', ['file', null, 'abc']],
])('%s', (_name, disposition, expected) => {
  expect(parse(file(disposition))).toEqual([expected])
})

test('parts keep their order, and their bytes keep their line ends', () => {
  const body = [
    'before\r\n--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n1\r\n',
    '\r\n--x\r\nContent-Type: image/png\r\nCONTENT-DISPOSITION: form-data; name="b"; filename="f"\r\n\r\n',
    '\r\n--x--\r\nafter',
  ].join('')
  expect(parse(body)).toEqual([
    ['a', null, '\r\n1\r\n'],
    ['b', 'f', ''],
  ])
  expect(parse('--x--')).toEqual([])
})

test.each([
  [''],
  ['hello'],
  ['--x'],
  ['--x\r\n'],
  ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc'],
  ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc\r\n--x'],
  ['--x\r\nContent-Disposition: attachment; name="a"\r\n\r\nabc\r\n--x--'],
  ['--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--'],
  ['--x\r\nContent-Disposition: form-data; name="a"\r\n--x--'],
])('%j is no form', (body) => {
  expect(parse(body)).toBeNull()
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; Boundary="a b"', 'a b'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
])('the boundary of %s is %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary)
})
