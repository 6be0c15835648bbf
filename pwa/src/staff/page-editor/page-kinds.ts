import { completeAbout, completeHome, completeHowItWorks } from '@kerbside/schema/pages/defaults/content-inputs'
import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import type { PageKind } from '@kerbside/schema/pages/page'
import type { ContentOf } from '@kerbside/schema/pages/content/page-content'
import type { ReactElement } from 'react'
import type { EditorPanelProps } from './fields/cursor.ts'
import { pageLabels, type PageLabels } from './page-labels.ts'
import * as about from './tabs/about-panels.ts'
import * as home from './tabs/home-panels.tsx'
import * as howItWorks from './tabs/how-it-works-panels.ts'

/** One tab of an editor. `paths` are the content's own keys that it edits. */
export type EditorTab<Content = unknown, Path = string> = {
  id: string
  label: string
  paths: readonly Path[]
  Panel: (props: EditorPanelProps<Content>) => ReactElement
}
type TabOf<Kind extends PageKind> = EditorTab<ContentOf[Kind], keyof ContentOf[Kind]>

/** One kind of page, as the editor's shell takes it: only the kind's own panels know what its content holds. */
export type PageEditor = {
  kind: PageKind
  labels: PageLabels
  tabs: readonly EditorTab[]
  /** Stored content of any age, completed with defaults where it lacks something. */
  complete: (content: unknown) => unknown
  /** What a page of this url starts with, and what Reset goes back to. */
  defaults: (url: string) => unknown
}

function editorOf<Kind extends PageKind>(
  kind: Kind,
  complete: (content: unknown) => ContentOf[Kind],
  tabs: readonly TabOf<Kind>[],
): PageEditor {
  const defaults = (url: string) => defaultContent(kind, url)
  // Each panel is only ever given what `complete` or `defaults` of the same kind made.
  return { kind, labels: pageLabels[kind], tabs: tabs as unknown as readonly EditorTab[], complete, defaults }
}

/** The three kinds of pages and their tabs (docs/specification.md, 10.3). A new tab is one line here and its panel in tabs/. */
export const pageEditors: Record<PageKind, PageEditor> = {
  index: editorOf('index', completeHome, [
    { id: 'header', label: 'Header', paths: ['header'], Panel: home.HeaderPanel },
    { id: 'banner', label: 'Banner', paths: ['bannerText', 'bannerColors'], Panel: home.BannerPanel },
    { id: 'hero', label: 'Hero', paths: ['hero'], Panel: home.HeroPanel },
    { id: 'intro-form', label: 'Intro & Form', paths: ['indexIntro', 'quoteForm'], Panel: home.IntroFormPanel },
    { id: 'features', label: 'Features', paths: ['features'], Panel: home.FeaturesPanel },
    { id: 'portfolio', label: 'Portfolio', paths: ['portfolio'], Panel: home.PortfolioPanel },
    { id: 'cta', label: 'CTA', paths: ['cta'], Panel: home.HomeCtaPanel },
    { id: 'visibility', label: 'Visibility', paths: ['sectionVisibility'], Panel: home.VisibilityPanel },
  ]),
  about: editorOf('about', completeAbout, [
    { id: 'hero', label: 'Hero', paths: ['hero'], Panel: about.AboutHeroPanel },
    { id: 'mission', label: 'Mission', paths: ['mission'], Panel: about.MissionPanel },
    { id: 'values', label: 'Values', paths: ['values'], Panel: about.ValuesPanel },
    { id: 'story', label: 'Story', paths: ['story'], Panel: about.StoryPanel },
    { id: 'commitment', label: 'Commitment', paths: ['commitment'], Panel: about.CommitmentPanel },
    { id: 'cta', label: 'CTA', paths: ['cta'], Panel: about.AboutCtaPanel },
  ]),
  'how-it-works': editorOf('how-it-works', completeHowItWorks, [
    { id: 'hero', label: 'Hero', paths: ['hero'], Panel: howItWorks.HowItWorksHeroPanel },
    { id: 'steps', label: 'Steps', paths: ['steps'], Panel: howItWorks.StepsPanel },
    { id: 'benefits', label: 'Benefits', paths: ['benefits'], Panel: howItWorks.BenefitsPanel },
    { id: 'cta', label: 'CTA', paths: ['cta'], Panel: howItWorks.HowItWorksCtaPanel },
  ]),
}
