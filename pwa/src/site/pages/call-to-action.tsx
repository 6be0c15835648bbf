import type { CtaContent } from '@kerbside/schema/pages/content/cta-content'
import { paint } from './colours.ts'
import './call-to-action.css'

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
