import type { AboutContent } from '@kerbside/schema/pages/content/about-content'
import { CallToAction, IconCards, PageHero, Paragraphs } from '../sections.tsx'
import './about-page.css'

export function AboutPage({ content, quoteHref }: { content: AboutContent; quoteHref: string }) {
  const { hero, mission, values, story, commitment, cta } = content
  return (
    <>
      <PageHero hero={hero} />
      <section className="mission section stack" aria-labelledby="mission-title">
        <div className="stack">
          <h2 id="mission-title">{mission.title}</h2>
          <Paragraphs text={mission.description} />
        </div>
        {mission.stats.length > 0 && (
          <dl className="mission__stats">
            {mission.stats.map(({ number, label }) => (
              <div key={number + label}>
                <dt className="soft">{label}</dt>
                <dd>{number}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className="values section" aria-labelledby="values-title">
        <h2 id="values-title">{values.title}</h2>
        <IconCards items={values.items} />
      </section>
      <section className="story section stack stack--wide" aria-labelledby="story-title">
        <h2 id="story-title">{story.title}</h2>
        {story.paragraphs.map((paragraph) => (
          <Paragraphs key={paragraph} text={paragraph} />
        ))}
      </section>
      <section className="commitment section" aria-labelledby="commitment-title">
        <h2 id="commitment-title">{commitment.title}</h2>
        <ol className="numbered">
          {commitment.items.map(({ title, description }) => (
            <li key={title + description}>
              <h3>{title}</h3>
              <p className="soft">{description}</p>
            </li>
          ))}
        </ol>
      </section>
      <CallToAction cta={cta} href={quoteHref} />
    </>
  )
}
