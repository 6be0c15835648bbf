import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { createMiddleware } from 'hono/factory'
import { getMimeType, mimes } from 'hono/utils/mime'
import type { AppEnv } from '../deps.ts'

/** An SVG names its encoding itself. */
const types = { ...mimes, svg: 'image/svg+xml' }

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Milliseconds between two scans of the folder for a file that was not there. */
const rescanAfter = 2_000

/**
 * The files of the built web app. Only what a listing of the folder has found is ever opened, so no path can lead out of
 * it; hono's serveStatic opens what a path names, and sends no ETag. The page template is not a file of the site.
 */
export function staticFiles(root: string) {
  let known = new Map<string, string>()
  let scan: Promise<void> | null = null
  let scannedAt = 0

  const rescan = async () => {
    known = await listing(root)
    scannedAt = Date.now()
    scan = null
  }

  const find = async (path: string): Promise<string | undefined> => {
    if (known.has(path) || extname(path) === '') return known.get(path)
    // Whoever asks while the folder is being read waits for the same look: a page asks for all its files at once.
    if (scan !== null || Date.now() - scannedAt >= rescanAfter) await (scan ??= rescan())
    return known.get(path)
  }

  return createMiddleware<AppEnv>(async (c, next) => {
    const { method, path } = c.req
    const file = method === 'GET' || method === 'HEAD' ? await find(path) : undefined
    if (file === undefined) return next()
    const [encoding, suffix] = encodings.find(
      ([name, ending]) => accepts(c.req.header('accept-encoding'), name) && known.has(path + ending),
    ) ?? [null, '']
    const { size, mtimeMs } = await stat(file + suffix)
    const headers = {
      ...headersOf(path),
      etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}${suffix}"`,
      ...(known.has(`${path}.br`) && { vary: 'Accept-Encoding' }),
      ...(encoding && { 'content-encoding': encoding }),
    }
    if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
    return c.body(await readFile(file + suffix), 200, headers)
  })
}

async function listing(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((): Dirent[] => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = files.map((file): [string, string] => [`/${relative(root, file).split(sep).join('/')}`, file])
  return new Map(paths.filter(([path]) => path !== '/index.html'))
}

export const accepts = (header: string | undefined, encoding: string) =>
  (header ?? '').split(',').some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(?:\.0*)?$/.test(part))

function headersOf(path: string): Record<string, string> {
  const type = getMimeType(path, types) ?? 'application/octet-stream'
  // Their names change with their content.
  if (path.startsWith('/assets/')) {
    return { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }
  }
  if (/^\/(?:sw|service-worker)\.js$/.test(path)) {
    return { 'content-type': type, 'cache-control': 'no-cache', 'service-worker-allowed': '/' }
  }
  return { 'content-type': type, 'cache-control': 'public, max-age=3600' }
}
