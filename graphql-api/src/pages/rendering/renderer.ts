import type { RenderedScreen, RenderScreen } from '@kerbside/schema/pages/content/screen-state'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../../config.ts'
import { developmentDocument, developmentRender } from './development.ts'

export type Renderer = ReturnType<typeof createRenderer>
/** What fills the blanks of a shared document. */
export type Fill = Partial<Record<keyof typeof blanks, string>>

/** Placeholders for what is each visitor's own. Random, so that no content can contain one. */
export const blanks = {
  submissionId: randomUUID(),
  stamp: randomUUID(),
  path: `/path-${randomUUID()}`,
}

type Rendered = ReturnType<RenderScreen>
type Built = {
  render: (...parameters: Parameters<RenderScreen>) => Rendered | Promise<Rendered>
  template: string[]
}
const holes = /<!--(?:head|body|state)-->/

/** Renders screens with the web app's server entry, which is loaded by its path because no package imports another. */
export function createRenderer(config: Config) {
  const { PWA_DIST: dist, PUBLIC_URL: publicUrl, VITE_URL: vite } = config
  let built: Promise<Built> | null = null
  const current = async (): Promise<Built> => {
    if (vite) return { render: developmentRender(vite), template: templateOf(await developmentDocument(vite)) }
    built ??= load(dist).catch((error: unknown) => {
      built = null // A build that comes later is found.
      throw error
    })
    return built
  }

  const draw = async ({ render, template }: Built, state: RenderedScreen) => {
    const { head, body } = await render(state, publicUrl)
    const [start = '', beforeBody = '', beforeState = '', end = ''] = template
    return start + head + beforeBody + body + beforeState + stateElement(state) + end
  }

  // A document is kept in pieces, of which every second one is a blank.
  const shared = new LRUCache<string, { parts: readonly object[]; pieces: string[] }>({ max: 500 })
  const drawOnce = async (from: Built, name: string, parts: readonly object[], state: () => RenderedScreen) => {
    const known = shared.get(name)
    const madeOf = [from, ...parts]
    if (known?.parts.every((part, index) => part === madeOf[index])) return known.pieces
    const pieces = (await draw(from, state())).split(anyBlank)
    shared.set(name, { parts: madeOf, pieces })
    return pieces
  }

  return {
    /** The whole document of a screen. */
    render: async (state: RenderedScreen, nonce: string) =>
      (await draw(await current(), state)).replaceAll(nonceBlank, () => nonce),
    /**
     * The same for a screen that all visitors share: it is rendered once per name and `parts`, the objects that the
     * state was made from. `fill` is the text for each of the `blanks` in the state, for what differs between visitors.
     */
    async renderShared(name: string, parts: readonly object[], state: () => RenderedScreen, nonce: string, fill: Fill) {
      const pieces = await drawOnce(await current(), name, parts, state)
      const texts = Object.entries(fill).map(
        ([name, text]) => [blanks[name as keyof typeof blanks], inJson(text)] as const,
      )
      const filled = new Map([[nonceBlank, nonce], ...texts])
      return pieces.map((piece) => filled.get(piece) ?? piece).join('')
    },
  }
}

/** Placeholder for the nonce: random like the other blanks, so that no text can contain it. */
const nonceBlank = randomUUID()
const anyBlank = new RegExp(`(${[nonceBlank, ...Object.values(blanks)].join('|')})`)

const templateOf = (document: string) => document.replaceAll('__NONCE__', nonceBlank).split(holes)

async function load(dist: string): Promise<Built> {
  try {
    const entry = pathToFileURL(join(dist, 'server/entry-server.js'))
    const { render } = (await import(/* @vite-ignore */ entry.href)) as { render: RenderScreen }
    return { render, template: templateOf(await readFile(join(dist, 'client/index.html'), 'utf8')) }
  } catch (error) {
    throw new Error(`The web app in ${dist} is not built: run npm run build`, { cause: error })
  }
}

/** `<` is escaped so that no text can close the element. */
const stateElement = (state: RenderedScreen) =>
  `<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', String.raw`\u003c`)}</script>`

const inJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('<', String.raw`\u003c`)
