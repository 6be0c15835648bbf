import { brand } from '../../brand.ts'
import { paints, section } from './content-fields.ts'

export type CtaColours = Record<
  'background' | 'titleText' | 'subtitleText' | 'buttonBackground' | 'buttonText' | 'disclaimerText',
  string
>
export type CtaContent = Record<'title' | 'subtitle' | 'buttonText' | 'disclaimer', string> & { colors: CtaColours }

/** The colours of a call to action that has none of its own. */
export const plainCtaColours: CtaColours = {
  background: '#facc15',
  titleText: brand.ink,
  subtitleText: brand.inkSoft,
  buttonBackground: brand.green,
  buttonText: brand.ground,
  disclaimerText: brand.inkMute,
}

export const ctaSection = (fallback: CtaContent) =>
  section('Call to action', fallback, { colors: paints('Call to action', plainCtaColours) })
