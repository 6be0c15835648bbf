import { createHash } from 'node:crypto'

export const patchedSha256 = '03433ec93219746b50ddf55d542a4e933376dfc7666b94c8899701c87b5be9c5'

/** What is written where in mongod.exe 7.0.15; the README beside this file says why, and lists the code. */
const edits: readonly [offset: number, hex: string][] = [
  [0x126, '0700'], // seven sections instead of six
  [0x170, '00600904'], // the size of the loaded program
  [0x318, '2e666978000000003a0000000050090400020000009ad30300000000000000000000000020000060'], // header of the new section
  [0x268ef3e, 'e9bd54a00190'], // the import thunk of __ExceptionPtrRethrow jumps to the new section
  [
    0x3d39a00, // the new section
    '488b014885c0742c813863736de075244883ec28488d4c244048832100488b50284c8b4030ff15d54b8bfe488d4c24404883c428ff25864c8bfe',
  ],
]
const sectionSize = 512

/** Returns the patched program. Throws for any file but the one this was written for. */
export function patchMongod(original: Buffer): Buffer {
  const patched = Buffer.alloc(original.length + sectionSize)
  original.copy(patched)
  for (const [offset, hex] of edits) patched.write(hex, offset, 'hex')
  if (sha256(patched) !== patchedSha256) throw new Error('mongod.exe is not the 7.0.15 that this patch is for')
  return patched
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
