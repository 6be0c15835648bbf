import type { PageHero as Content } from '@kerbside/schema/pages/content/about-content'
import { paint } from './colours.ts'
import './page-hero.css'

export function PageHero({ hero }: { hero: Content }) {
  return (
    <section className="page-hero" style={paint(hero.colors)}>
      <div className="page-hero__inner">
        <h1>{hero.title}</h1>
        {hero.subtitle && <p>{hero.subtitle}</p>}
      </div>
    </section>
  )
}
