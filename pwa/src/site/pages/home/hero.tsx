import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { fixedTexts } from '@kerbside/schema/pages/content/home-page'
import { Icon } from '../../../brand/icons.tsx'
import { Photo } from '../../ui/photo.tsx'
import { colourProperties } from '../../ui/paint.ts'
import './hero.css'

type Content = HomeContent['hero']

export function Hero({ hero, quoteHref }: { hero: Content; quoteHref: string }) {
  const pictured = hero.backgroundType !== 'color' && hero.backgroundImage !== ''
  return (
    <section
      className={pictured ? 'hero hero--pictured' : 'hero'}
      style={colourProperties(hero.colors)}
      aria-labelledby="hero-title"
    >
      {pictured && <Photo className="hero__picture" image={hero.backgroundImage} alt="" sizes="100vw" eager />}
      {hero.backgroundType === 'image-overlay' && pictured && (
        <div className="hero__overlay" style={colourProperties({ overlay: hero.backgroundOverlay })} />
      )}
      <div className="hero__inner container">
        <div className="hero__text">
          {hero.badge && <p className="hero__badge">{hero.badge}</p>}
          <h1 id="hero-title">
            {hero.titleLine1} <em>{hero.titleEmphasis}</em>
          </h1>
          <p className="hero__subtitle">
            {hero.subtitle} {hero.subtitleEmphasis && <strong>{hero.subtitleEmphasis}</strong>}
          </p>
          <ul className="hero__bullets stack stack--tight">
            {hero.bullets.map((bullet) => (
              <li key={bullet}>
                <Icon name="CheckCircle" />
                {bullet}
              </li>
            ))}
          </ul>
          <div className="hero__act">
            <a className="button hero__button" href={quoteHref}>
              {fixedTexts.getQuote}
            </a>
            <Stat count={hero.statCount} label={hero.statLabel} />
          </div>
        </div>
        {!pictured && <HeroScene />}
      </div>
    </section>
  )
}

function Stat({ count, label }: { count: number; label: string }) {
  if (!label || count === 0) return null
  return (
    <p className="hero__stat">
      <strong>{count.toLocaleString('en-GB')}</strong> {label}
    </p>
  )
}

/**
 * One house and three drives to choose from: what the words beside it promise. The largest thing on the first screen, so
 * the server draws it into the document (`withScene`) and React leaves it there; the browser alone asks for the picture.
 */
function HeroScene() {
  return <div className="hero__scene" aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={scene} />
}

const scene = { __html: '<img src="/images/hero.svg" alt="" width="720" height="560">' }

/** Markup whose scene waits for no request: `drawing` is that of /images/hero.svg. */
export const withScene = (markup: string, drawing: string) => markup.replace(scene.__html, () => drawing)
