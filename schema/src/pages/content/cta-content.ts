import { brand } from '../../brand.ts'
import { line, paints, paragraph, section } from './content-fields.ts'

export type CtaColours = {
  background: string
  titleText: string
  subtitleText: string
  buttonBackground: string
  buttonText: string
  disclaimerText: string
}

export type CtaContent = {
  title: string
  subtitle: string
  buttonText: string
  disclaimer: string
  colors: CtaColours
}

/** Completes a call to action that has no colours of its own (docs/decisions/0014-darker-greens-behind-white.md). */
export const plainCtaColours: CtaColours = {
  background: '#facc15',
  titleText: brand.ink,
  subtitleText: brand.inkSoft,
  buttonBackground: brand.greenDeep,
  buttonText: brand.ground,
  disclaimerText: brand.inkMute,
}

export const ctaSection = (fallback: CtaContent) =>
  section(
    'Call to action',
    {
      title: line('Call to action title', fallback.title),
      subtitle: paragraph('Call to action subtitle', fallback.subtitle),
      buttonText: line('Call to action button text', fallback.buttonText),
      disclaimer: paragraph('Call to action disclaimer', fallback.disclaimer),
      colors: paints('Call to action', plainCtaColours),
    },
    fallback,
  )
