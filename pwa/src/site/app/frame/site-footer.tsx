import { phoneLink } from '@kerbside/schema/contact'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { fixedTexts } from '@kerbside/schema/pages/content/home-page'
import { legalPages } from '@kerbside/schema/pages/site-paths'
import './site-footer.css'

type Props = { header: HomeContent['header']; quoteHref: string }

export function SiteFooter({ header, quoteHref }: Props) {
  return (
    <footer className="site-footer">
      <div className="site-footer__inner container">
        <div>
          <p className="site-footer__name">{header.logoText}</p>
          <p>{fixedTexts.free}</p>
          {header.phone && (
            <p>
              <a href={phoneLink(header.phone)}>{header.phone}</a>
            </p>
          )}
        </div>
        <nav aria-label="Footer">
          <ul>
            {header.navLinks.map(({ label, path }) => (
              <li key={`${label} ${path}`}>
                <a href={path.startsWith('#') ? quoteHref : path}>{label}</a>
              </li>
            ))}
            <li>
              <a href={quoteHref}>{fixedTexts.getQuote}</a>
            </li>
            <li>
              <a href="/login">Staff sign-in</a>
            </li>
            {Object.entries(legalPages).map(([page, label]) => (
              <li key={page}>
                <a href={`/${page}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
