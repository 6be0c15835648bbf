import { createHash } from 'node:crypto'

// Works around a bug of Wine (seen on 8.0 and 10.0, still in the source of later versions): std::rethrow_exception
// raises the exception_ptr's own heap object, which is then destroyed twice, once by the catch and once by the
// exception_ptr. The heap is corrupted as soon as two clients create a collection at once.
// The mend: the import thunk of __ExceptionPtrRethrow first copies the exception (with __ExceptionPtrCopyException) and
// rethrows the copy. It costs about 300 bytes per rethrow that are never freed; on real Windows it is harmless.

const originalSha256 = '726304098e7985d10f0d4277b8cd1bee053ba894f028a2d60bea6cfdadf82132' // mongod.exe 7.0.15
export const patchedSha256 = '03433ec93219746b50ddf55d542a4e933376dfc7666b94c8899701c87b5be9c5'

// Addresses in that file, relative to where Windows loads it.
const thunkAddress = 0x268fb3e
const importOfRethrow = 0x2949cc0
const importOfCopy = 0x2949c00

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const align = (value: number, to: number) => Math.ceil(value / to) * to

/** Returns the patched program; refuses any file but the one this was written for. */
export function patchMongod(original: Buffer): Buffer {
  if (sha256(original) !== originalSha256) throw new Error('mongod.exe is not the 7.0.15 this patch is for')
  const layout = readLayout(original)
  const code = rethrowACopy(layout.newAddress)
  const patched = Buffer.alloc(layout.newOffset + layout.fileAlignment)
  original.copy(patched)
  code.copy(patched, layout.newOffset)
  addSection(patched, layout, code.length)
  redirectThunk(patched, layout)
  if (sha256(patched) !== patchedSha256) throw new Error('patching mongod.exe gave an unexpected result')
  return patched
}

type Layout = ReturnType<typeof readLayout>

/** Where things stand in a PE file, and where a section appended to it goes. */
function readLayout(file: Buffer) {
  const header = file.readUInt32LE(0x3c)
  const sections = file.readUInt16LE(header + 6)
  const optional = header + 24
  const firstSection = optional + file.readUInt16LE(header + 20)
  const sectionAt = (index: number) => firstSection + 40 * index
  const last = sectionAt(sections - 1)
  const sectionAlignment = file.readUInt32LE(optional + 32)
  const fileAlignment = file.readUInt32LE(optional + 36)
  if (sectionAt(sections + 1) > file.readUInt32LE(optional + 60)) throw new Error('no room for a section header')
  const newAddress = align(file.readUInt32LE(last + 12) + file.readUInt32LE(last + 8), sectionAlignment)
  const newOffset = align(file.length, fileAlignment)
  return { header, optional, sections, sectionAt, sectionAlignment, fileAlignment, newAddress, newOffset }
}

function rethrowACopy(address: number): Buffer {
  // A call or jump through an import names it by its distance from the following instruction.
  const distance = (at: number, target: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(target - (address + at + 4))
    return [...bytes]
  }
  // prettier-ignore
  const code = [
    0x48, 0x8b, 0x01,                   //  0 mov rax,[rcx]              the exception's record
    0x48, 0x85, 0xc0,                   //  3 test rax,rax
    0x74, 0x00,                         //  6 jz  original
    0x81, 0x38, 0x63, 0x73, 0x6d, 0xe0, //  8 cmp dword [rax],0xE06D7363 a C++ exception?
    0x75, 0x00,                         // 14 jne original
    0x48, 0x83, 0xec, 0x28,             // 16 sub rsp,28h
    0x48, 0x8d, 0x4c, 0x24, 0x40,       // 20 lea rcx,[rsp+40h]          a new exception_ptr in the caller's home area
    0x48, 0x83, 0x21, 0x00,             // 25 and qword [rcx],0          that is empty
    0x48, 0x8b, 0x50, 0x28,             // 29 mov rdx,[rax+28h]          the object
    0x4c, 0x8b, 0x40, 0x30,             // 33 mov r8,[rax+30h]           its throw info
    0xff, 0x15,                         // 37 call [CopyException]
  ]
  code.push(...distance(code.length, importOfCopy))
  code.push(0x48, 0x8d, 0x4c, 0x24, 0x40) // 43 lea rcx,[rsp+40h]
  code.push(0x48, 0x83, 0xc4, 0x28) //       48 add rsp,28h
  const original = code.length
  code[7] = original - 8
  code[15] = original - 16
  code.push(0xff, 0x25) //                   jmp [Rethrow]
  code.push(...distance(code.length, importOfRethrow))
  return Buffer.from(code)
}

function addSection(file: Buffer, layout: Layout, codeLength: number): void {
  const entry = layout.sectionAt(layout.sections)
  file.fill(0, entry, entry + 40)
  file.write('.fix', entry, 'latin1')
  file.writeUInt32LE(codeLength, entry + 8)
  file.writeUInt32LE(layout.newAddress, entry + 12)
  file.writeUInt32LE(layout.fileAlignment, entry + 16)
  file.writeUInt32LE(layout.newOffset, entry + 20)
  file.writeUInt32LE(0x60000020, entry + 36) // code, readable, executable
  file.writeUInt16LE(layout.sections + 1, layout.header + 6)
  file.writeUInt32LE(align(layout.newAddress + codeLength, layout.sectionAlignment), layout.optional + 56)
}

function redirectThunk(file: Buffer, layout: Layout): void {
  const text = layout.sectionAt(0)
  const thunk = thunkAddress - file.readUInt32LE(text + 12) + file.readUInt32LE(text + 20)
  if (file.readUInt16LE(thunk) !== 0x25ff) throw new Error('the import thunk is not where it should be')
  file[thunk] = 0xe9 // jmp to the new section
  file.writeInt32LE(layout.newAddress - (thunkAddress + 5), thunk + 1)
  file[thunk + 5] = 0x90
}
