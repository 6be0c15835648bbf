import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

// The page template is filled in per request, so it has no compressed copy.
const text = /\.(js|css|svg|json|webmanifest|txt)$/
// Below this a compressed copy saves less than its headers cost.
const smallest = 512

/** Writes a `.br` and a `.gz` beside every text file of the build, so that no request pays for compressing. */
export function precompress(directory: string): Plugin {
  return {
    name: 'kerbside-precompress',
    apply: 'build',
    // After the service worker was written: it must be compressed too.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true })
        for (const entry of entries.filter((found) => found.isFile() && text.test(found.name))) {
          await compress(join(entry.parentPath, entry.name))
        }
      },
    },
  }
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < smallest) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${path}.br`, brotliCompressSync(content, { params }))
  await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
}
