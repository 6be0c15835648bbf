import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { EditorTab } from '../editor-tab.ts'
import { BannerPanel } from './home/banner-panel.tsx'
import { HomeCtaPanel } from './home/cta-panel.tsx'
import { FeaturesPanel } from './home/features-panel.tsx'
import { HeaderPanel } from './home/header-panel.tsx'
import { HeroPanel } from './home/hero-panel.tsx'
import { IntroFormPanel } from './home/intro-form-panel.tsx'
import { PortfolioPanel } from './home/portfolio-panel.tsx'
import { VisibilityPanel } from './home/visibility-panel.tsx'

/** The eight tabs of docs/specification.md, 10.3, in its order. */
export const homeTabs: EditorTab<HomeContent>[] = [
  { id: 'header', label: 'Header', paths: ['header'], Panel: HeaderPanel },
  { id: 'banner', label: 'Banner', paths: ['bannerText', 'bannerColors'], Panel: BannerPanel },
  { id: 'hero', label: 'Hero', paths: ['hero'], Panel: HeroPanel },
  { id: 'intro-form', label: 'Intro & Form', paths: ['indexIntro', 'quoteForm'], Panel: IntroFormPanel },
  { id: 'features', label: 'Features', paths: ['features'], Panel: FeaturesPanel },
  { id: 'portfolio', label: 'Portfolio', paths: ['portfolio'], Panel: PortfolioPanel },
  { id: 'cta', label: 'CTA', paths: ['cta'], Panel: HomeCtaPanel },
  { id: 'visibility', label: 'Visibility', paths: ['sectionVisibility'], Panel: VisibilityPanel },
]
