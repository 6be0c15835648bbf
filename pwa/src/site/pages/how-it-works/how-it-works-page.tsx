import type { HowItWorksContent } from '@kerbside/schema/pages/content/how-it-works-content'
import { Icon } from '../../../brand/icons.tsx'
import { CallToAction, IconCards, PageHero } from '../sections.tsx'
import './how-it-works-page.css'

export function HowItWorksPage({ content, quoteHref }: { content: HowItWorksContent; quoteHref: string }) {
  const { hero, steps, benefits, cta } = content
  return (
    <>
      <PageHero hero={hero} />
      <section className="steps section" aria-labelledby="steps-title">
        <h2 id="steps-title">{steps.title}</h2>
        <ol className="steps__list">
          {steps.items.map(({ step, title, description, icon }) => (
            <li key={step + title}>
              <span className="steps__number disc" aria-hidden="true">
                {step}
              </span>
              <div className="stack stack--tight">
                <h3>
                  <Icon name={icon} />
                  {title}
                </h3>
                <p>{description}</p>
              </div>
            </li>
          ))}
        </ol>
        <img
          className="steps__scene"
          src="/images/portfolio/cottage-gravel.svg"
          alt=""
          width="640"
          height="480"
          loading="lazy"
        />
      </section>
      <section className="benefits section" aria-labelledby="benefits-title">
        <h2 id="benefits-title">{benefits.title}</h2>
        <IconCards items={benefits.items} threes />
      </section>
      <CallToAction cta={cta} href={quoteHref} />
    </>
  )
}
