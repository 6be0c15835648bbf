import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { fixedTexts, isVisible, type HomeSection } from '@kerbside/schema/pages/content/home-page'
import type { ReactNode } from 'react'
import { Icon } from '../../../brand/icons.tsx'
import { colourProperties } from '../../ui/paint.ts'
import { CallToAction, Paragraphs } from '../sections.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { Portfolio } from './portfolio.tsx'
import './home-page.css'

type Props = {
  content: HomeContent
  /** A prop, because a page may not import the form's feature. */
  quoteForm: ReactNode
  quoteHref: string
}

/** The eight sections in the order of docs/specification.md, 2.2; the header stands around the page. */
export function HomePage({ content, quoteForm, quoteHref }: Props) {
  const shows = (section: HomeSection) => isVisible(content.sectionVisibility, section)
  return (
    <>
      <div className="home-top">
        {shows('banner') && content.bannerText && (
          <p className="banner" style={colourProperties(content.bannerColors)}>
            {content.bannerText}
          </p>
        )}
        {shows('hero') && <Hero hero={content.hero} quoteHref={quoteHref} />}
        {shows('indexIntro') && <Intro intro={content.indexIntro} />}
        {shows('quoteForm') && (
          // Sticks to the bottom of a phone's screen until its place in the page, just before the form, is reached.
          <div className="sticky-quote">
            <a className="button button--wide" href={quoteHref}>
              {fixedTexts.getQuote}
            </a>
          </div>
        )}
      </div>
      {shows('quoteForm') && quoteForm}
      {shows('features') && <Features {...content} />}
      {shows('portfolio') && <Portfolio portfolio={content.portfolio} />}
      {shows('cta') && <CallToAction cta={content.cta} href={quoteHref} />}
    </>
  )
}

function Intro({ intro }: { intro: HomeContent['indexIntro'] }) {
  return (
    <section className="intro section" aria-labelledby="intro-title">
      <div className="stack">
        <h2 id="intro-title">{intro.heading}</h2>
        <Paragraphs text={intro.paragraph} />
      </div>
      <ul className="intro__highlights">
        {intro.highlights.map((highlight) => (
          <li key={highlight}>
            <Icon name="CheckCircle" />
            {highlight}
          </li>
        ))}
      </ul>
    </section>
  )
}
