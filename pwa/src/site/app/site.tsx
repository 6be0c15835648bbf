import { isVisible } from '@kerbside/schema/pages/content/home-page'
import type { ReactNode } from 'react'
import { AboutPage } from '../pages/about/about-page.tsx'
import { HomePage } from '../pages/home/home-page.tsx'
import { HowItWorksPage } from '../pages/how-it-works/how-it-works-page.tsx'
import { SiteFooter } from './frame/site-footer.tsx'
import { SiteHeader } from './frame/site-header.tsx'
import { firstControlId } from '../quotes/control-id.ts'
import { QuoteForm } from '../quotes/quote-form.tsx'
import { QueueBarPart } from '../quotes/queue/queue-part.tsx'
import { ThankYouPage } from '../quotes/queue/thank-you-page.tsx'
import { headerOf, type PageScreen, type Screen } from './screen.ts'
import './app.css'
import '../legal/legal-frame.css'

/** How a screen asks to move on; links need none of it. */
export type Moves = { go: (path: string) => void; thank: (reference: string | null) => void }

type SiteScreen = Exclude<Screen, { screen: 'app' }>

export type SiteProps = { screen: SiteScreen; moves: Moves; legalText?: ReactNode }

/** A public screen within the header and footer that all of them share. */
export function Site({ screen, moves, legalText }: SiteProps) {
  const header = headerOf(screen)
  const ownForm = isHome(screen) && isVisible(screen.content.sectionVisibility, 'quoteForm') && screen.content.quoteForm
  const quoteHref = ownForm ? `#${firstControlId(ownForm)}` : '/#quote-form'
  const headerShown = !isHome(screen) || isVisible(screen.content.sectionVisibility, 'header')
  return (
    <div className="site">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {headerShown && <SiteHeader header={header} path={screen.path} quoteHref={quoteHref} />}
      {screen.screen === 'page' && screen.preview && (
        <p className="preview-notice">Preview of a draft. Visitors do not see it until it is published.</p>
      )}
      {screen.screen !== 'thank-you' && <QueueBarPart />}
      <main id="content" tabIndex={-1}>
        <Content screen={screen} moves={moves} quoteHref={quoteHref} legalText={legalText} />
      </main>
      <SiteFooter header={header} quoteHref={quoteHref} />
    </div>
  )
}

type HomeScreen = PageScreen & { kind: 'index' }
const isHome = (screen: Screen): screen is HomeScreen => screen.screen === 'page' && screen.kind === 'index'

function Content({ screen, moves, quoteHref, legalText }: SiteProps & { quoteHref: string }) {
  switch (screen.screen) {
    case 'thank-you':
      return <ThankYouPage reference={screen.reference} phone={screen.home.header.phone} onEdit={moves.go} />
    case 'legal':
      return <LegalFrame>{legalText}</LegalFrame>
    case 'not-found':
      return <DeadEnd title="Oops! Page not found" text="The address may have changed, or it was mistyped." />
    case 'unreachable':
      return (
        <DeadEnd
          title="No connection"
          text="This page is not on your phone yet. It opens by itself once you are back online."
        />
      )
    case 'page':
      return <Page screen={screen} moves={moves} quoteHref={quoteHref} />
  }
}

function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <div className="notice-page stack">
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="notice-page__ways">
        <a className="button" href="/">
          Return to Home
        </a>
      </p>
    </div>
  )
}

function Page({ screen, moves, quoteHref }: { screen: PageScreen; moves: Moves; quoteHref: string }) {
  if (screen.kind === 'about') return <AboutPage content={screen.content} quoteHref={quoteHref} />
  if (screen.kind === 'how-it-works') return <HowItWorksPage content={screen.content} quoteHref={quoteHref} />
  const form = (
    <QuoteForm
      key={screen.path}
      content={screen.content.quoteForm}
      page={screen.path}
      formVersion={screen.pageVersion}
      form={screen.form}
      onStored={moves.thank}
    />
  )
  return <HomePage content={screen.content} quoteForm={form} quoteHref={quoteHref} />
}

/**
 * Around a legal text. The browser is given none, for only the server has the texts: taking the page over, React leaves
 * markup that it did not write as it stands.
 */
export function LegalFrame({ children }: { children?: ReactNode }) {
  if (children !== undefined) return <article className="legal section">{children}</article>
  return <article className="legal section" suppressHydrationWarning dangerouslySetInnerHTML={fromServer} />
}

const fromServer = { __html: '' }
