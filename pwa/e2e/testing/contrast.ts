import { contrastRatio } from '@kerbside/schema/pages/colour-tools'
import type { Page } from 'playwright-core'

type Words = { words: string; colour: string; ground: string; large: boolean }

/**
 * Words of the page as it stands that WCAG calls too faint: below 4.5 : 1, or 3 : 1 if they are large (from 24 px, or bold
 * from 18.66 px). Of a gradient the worst stop counts, which axe does not look at; what lies on pictures is left out.
 */
export async function faintWords(page: Page): Promise<string[]> {
  const all = await page.evaluate((): Words[] => {
    const found: Words[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const words = texts.currentNode.textContent?.trim()
      const element = texts.currentNode.parentElement
      if (!words || !element?.checkVisibility() || element.getBoundingClientRect().width < 2) continue
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      let ground = 'rgb(255, 255, 255)'
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { backgroundImage, backgroundColor } = getComputedStyle(at)
        ground = backgroundImage === 'none' ? backgroundColor : backgroundImage
        if (ground !== 'rgba(0, 0, 0, 0)') break
      }
      found.push({ words, colour: color, ground, large: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) })
    }
    return found
  })
  return all.flatMap(({ words, colour, ground, large }) => {
    const ratio = ground.includes('url(') ? null : contrastRatio(colour, ground)
    return ratio === null || ratio >= (large ? 3 : 4.5) ? [] : [`${words}: ${colour} on ${ground}`]
  })
}
