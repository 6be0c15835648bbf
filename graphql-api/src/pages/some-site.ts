import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Types } from 'mongoose'

/** For tests: a web app of a few bytes stands in for the built one. Its screens show their state. */
export function buildSmallWebApp() {
  const dist = mkdtempSync(join(tmpdir(), 'kerbside-pwa-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dist, name, '..'), { recursive: true })
    writeFileSync(join(dist, name), text)
  }
  return { dist, remove: () => rmSync(dist, { recursive: true }) }
}

const files = {
  'server/entry-server.js': `export const render = (state, publicUrl) => ({
    head: '<title>' + state.screen + ' ' + publicUrl + '</title>',
    body: '<main>' + (state.content?.hero.titleLine1 ?? state.reference ?? state.screen) +
      '<input value="' + (state.form?.submissionId ?? '') + '"></main>',
  })`,
  'client/index.html':
    '<html><head><script nonce="__NONCE__"></script><!--head--></head><body><div id="root"><!--body--></div><!--state--></body></html>',
  'client/assets/app-1a2b.js': 'console.log(1)',
  'client/assets/app-1a2b.js.br': 'smaller',
  'client/service-worker.js': 'self.x = 1',
  'client/images/materials/gravel.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
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
