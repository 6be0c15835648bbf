import type { HomeContent, PortfolioJob } from '@kerbside/schema/pages/content/home-content'
import { placeholderImage } from '@kerbside/schema/pages/content/home-page'
import { imageUrlOf, type ImageRef } from '@kerbside/schema/pages/link'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../brand/icons.tsx'
import { Photo } from '../../ui/photo.tsx'
import './portfolio.css'

type Slide = { key: string; image: ImageRef; alt: string; location: string; place: string }

/** Shown when a page has no jobs that tell anything. Not from the default content, which would bring all of it to every phone. */
const sampleJob: PortfolioJob = {
  location: 'Your street could be here',
  images: ['/images/portfolio/semi-block-paving.svg'],
}

/** Jobs side by side: swiped, scrolled by key or button, and plain scrolling without script. */
export function Portfolio({ portfolio }: { portfolio: HomeContent['portfolio'] }) {
  const strip = useRef<HTMLUListElement>(null)
  const slides = slidesOf(portfolio.jobs)
  return (
    <section className="portfolio section" aria-labelledby="portfolio-title">
      <header className="section__head portfolio__head">
        <div>
          <h2 id="portfolio-title">{portfolio.title}</h2>
          {portfolio.subtitle && <p>{portfolio.subtitle}</p>}
        </div>
        <Buttons strip={strip} />
      </header>
      {/* Focusable, so that the arrow keys scroll it. */}
      <ul ref={strip} className="portfolio__strip" tabIndex={0} aria-labelledby="portfolio-title">
        {slides.map(({ key, image, alt, location, place }) => (
          <li key={key}>
            <figure>
              <Photo image={image} alt={alt} sizes="(min-width: 768px) 420px, 86vw" />
              <figcaption>
                {location}
                {place && <span className="portfolio__place">{place}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function slidesOf(jobs: HomeContent['portfolio']['jobs']): Slide[] {
  const told = jobs.filter(({ location, images }) => images.length > 0 || location.trim() !== '')
  return (told.length > 0 ? told : [sampleJob]).flatMap(({ location, images }, job) =>
    (images.length > 0 ? images : [placeholderImage]).map((image, at) => {
      const url = imageUrlOf(image)
      const place = images.length > 1 ? `, ${at + 1} of ${images.length}` : ''
      const alt =
        url === placeholderImage ? '' : (typeof image === 'object' && image.alt) || `Picture of the job${place}`
      return { key: `${job}-${at}-${url}`, image, alt, location, place }
    }),
  )
}

/** Drawn once script runs; their place is reserved, so that nothing moves when they come. */
function Buttons({ strip }: { strip: React.RefObject<HTMLUListElement | null> }) {
  const [scrollable, setScrollable] = useState(false)
  useEffect(() => {
    const list = strip.current
    if (!list) return
    const watcher = new ResizeObserver(() => setScrollable(list.scrollWidth > list.clientWidth + 1))
    watcher.observe(list)
    return () => watcher.disconnect()
  }, [strip])
  const move = (direction: 1 | -1) => {
    const list = strip.current
    const slide = list?.firstElementChild?.getBoundingClientRect().width ?? 0
    list?.scrollBy({ left: direction * slide })
  }
  return (
    <div className={scrollable ? 'portfolio__buttons' : 'portfolio__buttons portfolio__buttons--none'}>
      <button type="button" className="portfolio__button disc" aria-label="Previous jobs" onClick={() => move(-1)}>
        <Icon name="ChevronLeft" />
      </button>
      <button type="button" className="portfolio__button disc" aria-label="More jobs" onClick={() => move(1)}>
        <Icon name="ChevronRight" />
      </button>
    </div>
  )
}
