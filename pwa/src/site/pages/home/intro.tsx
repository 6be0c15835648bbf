import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { Icon } from '../../../brand/icons.tsx'
import { Paragraphs } from '../paragraphs.tsx'
import './intro.css'

export function Intro({ intro }: { intro: HomeContent['indexIntro'] }) {
  return (
    <section className="intro section" aria-labelledby="intro-title">
      <div className="intro__words">
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
