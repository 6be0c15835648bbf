import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Types } from 'mongoose'

const dist = join(import.meta.dirname, '../../../pwa/dist')

/**
 * For tests: the folder of the built web app, the path of the script that its pages begin with, and how many places of
 * a nonce its document has.
 */
export function builtWebApp(): { dist: string; script: string; nonces: number } {
  if (!existsSync(join(dist, 'server/entry-server.js'))) {
    throw new Error('The web app is not built. npm run build builds it; npm test does so by itself.')
  }
  const document = readFileSync(join(dist, 'client/index.html'), 'utf8')
  const [, script] = /"(\/assets\/index-[^"]+\.js)"/.exec(document) ?? []
  if (!script) throw new Error('The built document names no script of the app.')
  return { dist, script, nonces: document.split('__NONCE__').length - 1 }
}

/** The state that a document was made from. */
export const stateOf = (document: string) =>
  JSON.parse(/<script type="application\/json" id="state">(.*)<\/script>/.exec(document)?.[1] ?? 'null')

const at = new Date('2026-11-20T10:00:00Z')

/** A published page of one version; gives its id. */
export async function publishPage(url: string, kind: string, sublink: string, changes: object = {}) {
  const pageId = new Types.ObjectId()
  const hero = kind === 'index' ? { titleLine1: `Page ${url} <script>` } : { title: 'About' }
  await PageVersionModel.create({ pageId, version: 1, content: { hero }, savedAt: at })
  const times = { publishedAt: at, createdAt: at, updatedAt: at }
  await PageModel.create({
    _id: pageId,
    kind,
    url,
    sublink,
    version: 1,
    publishedVersion: 1,
    isPublished: true,
    ...times,
    ...changes,
  })
  return String(pageId)
}
