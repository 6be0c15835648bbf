import type { PageHero as PageHeroContent } from '@kerbside/schema/pages/content/about-content'
import type { CtaContent } from '@kerbside/schema/pages/content/content-fields'
import type { IconItem } from '@kerbside/schema/pages/content/home-content'
import type { BenefitColour } from '@kerbside/schema/pages/content/icons'
import { Icon, type IconName } from '../../brand/icons.tsx'
import { colourProperties } from '../ui/paint.ts'
import './sections.css'

export function PageHero({ hero }: { hero: PageHeroContent }) {
  return (
    <section className="page-hero" style={colourProperties(hero.colors)}>
      <div className="section stack">
        <h1>{hero.title}</h1>
        {hero.subtitle && <p>{hero.subtitle}</p>}
      </div>
    </section>
  )
}

export function CallToAction({ cta, href }: { cta: CtaContent; href: string }) {
  return (
    <section className="cta" style={colourProperties(cta.colors)} aria-labelledby="cta-title">
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

export function IconTile({ name, color = 'green' }: { name: IconName; color?: BenefitColour | undefined }) {
  return (
    <span className={`icon-tile disc icon-tile--${color}`}>
      <Icon name={name} />
    </span>
  )
}

type CardItem = Pick<IconItem, 'icon' | 'title' | 'description'> & { color?: BenefitColour }

/** Two cards in a row, on wide screens three if `threes`. */
export function IconCards({ items, threes = false }: { items: readonly CardItem[]; threes?: boolean }) {
  return (
    <ul className={threes ? 'cards cards--threes stack' : 'cards stack'}>
      {items.map(({ icon, title, description, color }) => (
        <li key={title + description} className="card stack stack--tight">
          <IconTile name={icon} color={color} />
          <h3>{title}</h3>
          <p className="soft">{description}</p>
        </li>
      ))}
    </ul>
  )
}

/** Text from an editor: an empty line makes a paragraph, a single line break stays one. */
export function Paragraphs({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className="prose">
      {paragraph}
    </p>
  ))
}

/** Lines of the kind 'Lasts: 20 years' stand apart, with the word before the colon set off. */
export function FactLines({ text }: { text: string }) {
  const lines = text.split('\n')
  const facts = lines.map((line) => /^([A-Z]\p{L}{1,20}): (.+)$/u.exec(line))
  if (lines.length < 2 || facts.includes(null)) return <p className="prose">{text}</p>
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact?.[0]}>
          <dt>{fact?.[1]}</dt>
          <dd>{fact?.[2]}</dd>
        </div>
      ))}
    </dl>
  )
}
