import { valueAt } from '../changes/content-changes.ts'

const mark = 'data-followed'
/** A rule of the previewed document. */
export const followedLook = `[${mark}] { outline: 3px solid #2563eb; outline-offset: 3px; border-radius: 4px }`

/** The class of a section is the key of its content, but for these. */
const selectors: Record<string, string> = {
  header: '.site-header',
  bannerText: '.banner',
  bannerColors: '.banner',
  hero: '.hero, .page-hero',
  indexIntro: '.intro',
  quoteForm: '.quote',
}

/** Brings what stands at this path of the content into view in the preview, and marks it. */
export function follow(page: HTMLElement, content: unknown, path: string): void {
  for (const marked of page.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
  const element = findShown(page, content, path)
  const view = page.ownerDocument.defaultView
  if (!element || !view) return
  element.setAttribute(mark, '')
  const { top, bottom, height } = element.getBoundingClientRect()
  if (top >= 0 && bottom <= view.innerHeight) return
  const above = Math.max(24, (view.innerHeight - height) / 2)
  const isStill = view.matchMedia('(prefers-reduced-motion: reduce)').matches
  // The window of the preview alone: an element's own scrolling would move the editor around it too.
  view.scrollTo({ top: view.scrollY + top - above, behavior: isStill ? 'auto' : 'smooth' })
}

/** Where visitors see it: the smallest element that has its text or picture, or else its section. Null for what is hidden. */
export function findShown(page: ParentNode, content: unknown, path: string): Element | null {
  const parts = path.replace(/^sectionVisibility\./, '').split('.')
  const [key = ''] = parts
  const section = key === '' ? null : page.querySelector(selectors[key] ?? `.${key}`)
  if (!section) return null
  for (let depth = parts.length; depth > 1; depth -= 1) {
    const found = marksOf(valueAt(content, parts.slice(0, depth))).map((text) => smallestWith(section, text))
    const [first] = found.filter((each) => each !== null)
    if (first) return first
  }
  return section
}

/** What tells a value of the content apart from others on the page. */
function marksOf(value: unknown): string[] {
  if (typeof value === 'string') return [firstLine(value)].filter(Boolean)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const parts = value as Record<string, unknown>
  return ['label', 'title', 'name', 'location', 'quote', 'url'].flatMap((name) => marksOf(parts[name]))
}

const firstLine = (text: string) => plain(text.split('\n')[0] ?? '')
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

function smallestWith(section: Element, text: string): Element | null {
  const textOf = (element: Element) =>
    plain(element.getAttribute('src') ?? element.getAttribute('placeholder') ?? element.textContent)
  const all = [...section.querySelectorAll('*')].filter((element) => textOf(element).includes(text))
  return all.reduce<Element | null>((smallest, element) => {
    const more = smallest === null ? -1 : textOf(element).length - textOf(smallest).length
    // Of nested ones with the same text the innermost.
    return more < 0 || (more === 0 && smallest?.contains(element)) ? element : smallest
  }, null)
}
