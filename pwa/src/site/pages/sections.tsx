import type { PageHero as PageHeroContent } from '@kerbside/schema/pages/content/about-content'
import type { CtaContent } from '@kerbside/schema/pages/content/cta-content'
import { paint } from '../ui/paint.ts'
import './sections.css'

export function PageHero({ hero }: { hero: PageHeroContent }) {
  return (
    <section className="page-hero" style={paint(hero.colors)}>
      <div className="page-hero__inner">
        <h1>{hero.title}</h1>
        {hero.subtitle && <p>{hero.subtitle}</p>}
      </div>
    </section>
  )
}

export function CallToAction({ cta, href }: { cta: CtaContent; href: string }) {
  return (
    <section className="cta" style={paint(cta.colors)} aria-labelledby="cta-title">
      <h2 id="cta-title">{cta.title}</h2>
      {cta.subtitle && <p className="cta__subtitle">{cta.subtitle}</p>}
      {cta.buttonText && (
        <a className="button cta__button" href={href}>
          {cta.buttonText}
        </a>
      )}
      {cta.disclaimer && <p className="cta__disclaimer">{cta.disclaimer}</p>}
    </section>
  )
}
