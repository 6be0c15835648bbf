import type { HomeContent, IconItem, Testimonial } from '@kerbside/schema/pages/content/home-content'
import { materials } from '@kerbside/schema/pages/content/materials'
import { Icon } from '../../../brand/icons.tsx'
import { FactLines, IconTile } from '../sections.tsx'
import './features.css'

export function Features({ features, quoteForm }: Pick<HomeContent, 'features' | 'quoteForm'>) {
  return (
    <section className="features section" aria-labelledby="features-title">
      <header className="section__head">
        <h2 id="features-title">{features.title}</h2>
        {features.subtitle && <p>{features.subtitle}</p>}
      </header>
      {quoteForm.trade === 'driveways' && <Surfaces />}
      {features.items.length > 0 && (
        <ul className={features.items.length % 4 === 0 ? 'features__items features__items--fours' : 'features__items'}>
          {features.items.map((item) => (
            <Item key={item.title + item.description} item={item} />
          ))}
        </ul>
      )}
      {features.testimonials.length > 0 && (
        <ul className="features__voices stack">
          {features.testimonials.map((voice) => (
            <Voice key={voice.name + voice.quote} voice={voice} />
          ))}
        </ul>
      )}
      {features.trustLogos.length > 0 && (
        <ul className="features__trust">
          {features.trustLogos.map((text) => (
            <li key={text} className="row row--tight">
              <Icon name="Shield" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The fixed grid of eight surfaces: of a page for driveways. */
function Surfaces() {
  return (
    <ul className="surfaces">
      {materials.map(({ slug, name, summary, image, pounds }) => (
        <li key={slug} className="surface">
          <img src={image} alt="" width="320" height="200" loading="lazy" decoding="async" />
          <div>
            <h3>{name}</h3>
            <p className="small-print">{summary}</p>
            <p className="surface__price small-print">
              £{pounds[0]}–£{pounds[1]} per m²
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** An item named like a surface shows that surface in place of its icon. */
function Item({ item }: { item: IconItem }) {
  const material = materials.find(({ name }) => name === item.title)
  return (
    <li className="feature">
      {material ? (
        <img className="feature__swatch" src={material.image} alt="" width="56" height="56" loading="lazy" />
      ) : (
        <IconTile name={item.icon} />
      )}
      <h3>{item.title}</h3>
      <FactLines text={item.description} />
    </li>
  )
}

function Voice({ voice }: { voice: Testimonial }) {
  return (
    <li className="voice">
      <figure>
        <p className="voice__stars" role="img" aria-label={`${voice.rating} out of 5 stars`}>
          {[1, 2, 3, 4, 5].map((star) => (
            <Icon key={star} name="Star" filled={star <= voice.rating} className="star" />
          ))}
        </p>
        <blockquote>{voice.quote}</blockquote>
        <figcaption>
          <strong>{voice.name}</strong>
          {voice.role && <span> {voice.role}</span>}
        </figcaption>
      </figure>
    </li>
  )
}
