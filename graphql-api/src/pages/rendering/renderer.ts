import type { RenderScreen, ScreenState } from '@kerbside/schema/pages/content/screen-state'
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Renderer = {
  /** The whole document of a screen. */
  render: (state: ScreenState, nonce: string) => Promise<string>
  /**
   * The same, made once for all who see what `made` stands for. What differs from visitor to visitor is filled in
   * afterwards: `fill` gives the text for each of the `blanks` that the state was made with.
   */
  renderShared: (made: readonly object[], state: ScreenState, nonce: string, fill: Fill) => Promise<string>
}
export type Fill = Partial<Record<keyof typeof blanks, string>>

/** Stand in for what is each visitor's own. Random, so that no content can hold one by accident or on purpose. */
export const blanks = { submissionId: randomUUID(), stamp: `stamp-${randomUUID()}`, path: `/path-${randomUUID()}` }

export type RendererOptions = {
  /** Folder of the built web app. */
  dist: string
  publicUrl: string
  /** Looks at each request whether the web app was built anew. */
  watch: boolean
}

type Built = { render: RenderScreen; template: string[]; stamp: string }
const holes = /<!--(?:head|body|state)-->/

/** Draws screens with the web app's own server entry, which is loaded by its path: the packages stay apart. */
export function createRenderer({ dist, publicUrl, watch }: RendererOptions): Renderer {
  let built: Promise<Built> | null = null
  const current = async (): Promise<Built> => {
    if (built && watch && (await built).stamp !== (await stampOf(dist))) built = null
    built ??= load(dist).catch((error: unknown) => {
      built = null // A build that comes later is found.
      throw error
    })
    return built
  }

  const draw = ({ render, template }: Built, state: ScreenState) => {
    const { head, body } = render(state, publicUrl)
    const [start = '', beforeBody = '', beforeState = '', end = ''] = template
    return start + head + beforeBody + body + beforeState + stateElement(state) + end
  }

  const shared = new WeakMap<object, { rest: readonly object[]; html: string }>()
  const drawOnce = (from: Built, [first, ...others]: readonly object[], state: ScreenState): string => {
    const rest = [...others, from]
    const known = first && shared.get(first)
    if (known && known.rest.every((part, index) => part === rest[index])) return known.html
    const html = draw(from, state)
    if (first) shared.set(first, { rest, html })
    return html
  }

  return {
    render: async (state, nonce) => withNonce(draw(await current(), state), nonce),
    async renderShared(made, state, nonce, fill) {
      const html = drawOnce(await current(), made, state)
      const filled = Object.entries(fill).reduce((text, [name, value]) => {
        return text.replaceAll(blanks[name as keyof typeof blanks], () => inJson(value))
      }, html)
      return withNonce(filled, nonce)
    },
  }
}

/** Stands for the nonce in what is drawn once for all: random like the other blanks, so that no text can ask for it. */
const nonceBlank = `nonce-${randomUUID()}`
const withNonce = (html: string, nonce: string) => html.replaceAll(nonceBlank, () => nonce)

const files = (dist: string) => [join(dist, 'server/entry-server.js'), join(dist, 'client/index.html')] as const

async function stampOf(dist: string): Promise<string> {
  const times = await Promise.all(files(dist).map(async (file) => (await stat(file)).mtimeMs))
  return times.join()
}

async function load(dist: string): Promise<Built> {
  const [entry, page] = files(dist)
  try {
    const stamp = await stampOf(dist)
    const { render } = (await import(/* @vite-ignore */ `${pathToFileURL(entry).href}?${stamp}`)) as {
      render: RenderScreen
    }
    const template = (await readFile(page, 'utf8')).replaceAll('__NONCE__', nonceBlank).split(holes)
    return { render, template, stamp }
  } catch (error) {
    throw new Error(`The web app in ${dist} is not built: run npm run build`, { cause: error })
  }
}

/** `<` is escaped so that no text can close the element. */
const stateElement = (state: ScreenState) =>
  `<script type="application/json" id="state">${JSON.stringify(state).replaceAll('<', String.raw`\u003c`)}</script>`

const inJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('<', String.raw`\u003c`)
