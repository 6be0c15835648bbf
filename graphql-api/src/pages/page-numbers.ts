import { figureTexts, whyHidden, type FigureTexts } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures } from '@kerbside/schema/promise/measured-figures.model'
import { withNumbers } from '@kerbside/schema/pages/numbers-in-texts'
import type { Settings } from '@kerbside/schema/settings/settings'
import type { Deps } from '../deps.ts'
import { createCache } from './page-cache.ts'

/** What the texts of pages tell: the settings, and the measured figures while they are shown. */
export type PageNumbers = { settings: Settings; figures: FigureTexts | null }

const measured = createCache<Awaited<ReturnType<typeof findMeasuredFigures>>>(1, 5_000)

let latest: FigureTexts | null = null

/** Equal figures are the same object, because what is made of them is cached by it. */
export async function pageNumbers(deps: Pick<Deps, 'log' | 'now' | 'settings'>): Promise<PageNumbers> {
  // While the database has never been reached there is nothing to show.
  const found = await measured.get('latest', deps.log, findMeasuredFigures).catch(() => null)
  const settings = deps.settings()
  const figures = found && whyHidden(found, settings, deps.now()) === null ? figureTexts(found) : null
  if (JSON.stringify(latest) !== JSON.stringify(figures)) latest = figures
  return { settings, figures: latest }
}

export function clearPageNumbers() {
  measured.clear()
}

const shown = new WeakMap<object, { numbers: PageNumbers; content: object }>()

/** Content as visitors read it. Made once, because every visitor asks for it. */
export function withCurrentNumbers<Content extends object>(content: Content, numbers: PageNumbers): Content {
  const known = shown.get(content)
  const isCurrent = known?.numbers.settings === numbers.settings && known.numbers.figures === numbers.figures
  if (isCurrent) return known.content as Content
  const filled = withNumbers(content, numbers.settings, numbers.figures)
  shown.set(content, { numbers, content: filled })
  return filled
}
