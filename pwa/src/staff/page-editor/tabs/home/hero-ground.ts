import { formatColour, parseColour, type Colour } from '@kerbside/schema/pages/colour'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'

/**
 * What the hero's text stands on, for judging contrast; null when only the picture decides. An overlay counts as it
 * looks over the lightest and over the darkest picture there can be.
 */
export function heroGround(hero: HomeContent['hero']): string | null {
  if (hero.backgroundType === 'color' || hero.backgroundImage.trim() === '') return hero.colors.background
  const overlay = hero.backgroundType === 'image-overlay' ? parseColour(hero.backgroundOverlay) : null
  if (overlay === null) return null
  return `linear-gradient(to right, ${over(overlay, 255)}, ${over(overlay, 0)})`
}

function over({ red, green, blue, alpha }: Colour, picture: 0 | 255): string {
  const mixed = (byte: number) => Math.round(byte * alpha + picture * (1 - alpha))
  return formatColour({ red: mixed(red), green: mixed(green), blue: mixed(blue), alpha: 1, notation: 'hex' })
}
