import { phoneLink } from '@kerbside/schema/contact'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { fixedTexts } from '@kerbside/schema/pages/content/home-page'
import { Icon } from '../../../brand/icons.tsx'
import { LogoMark } from '../../../brand/logo-mark.tsx'
import { colourProperties } from '../../ui/paint.ts'
import './site-header.css'

type Header = HomeContent['header']
type Props = { header: Header; path: string; quoteHref: string }

export function SiteHeader({ header, path, quoteHref }: Props) {
  return (
    <header className="site-header" style={colourProperties(header.colors)}>
      <div className="site-header__bar container row">
        <a className="site-header__brand row" href="/">
          <span className="site-header__mark disc">
            <LogoMark />
          </span>
          <span>
            <span className="site-header__name">{header.logoText}</span>
            {header.tagline && <span className="site-header__tagline">{header.tagline}</span>}
          </span>
        </a>
        <nav className="site-header__nav" aria-label="Main">
          <NavLinks {...{ header, path, quoteHref }} />
        </nav>
        {header.phone && (
          <a className="site-header__phone disc" href={phoneLink(header.phone)} aria-label={`Call ${header.phone}`}>
            <Icon name="Phone" />
            <span>{header.phone}</span>
          </a>
        )}
        <a className="button button--small site-header__quote" href={quoteHref}>
          {fixedTexts.getQuote}
        </a>
        <Menu key={path} {...{ header, path, quoteHref }} />
      </div>
    </header>
  )
}

/** On phones: a disclosure that works without script. `take-over.ts` closes it once a link was followed. */
function Menu(props: Props) {
  return (
    <details className="site-header__menu">
      <summary className="disc" aria-label="Menu">
        <span className="site-header__lines" aria-hidden="true" />
      </summary>
      <nav className="site-header__sheet" aria-label="Main, small screens">
        <NavLinks {...props} />
      </nav>
    </details>
  )
}

function NavLinks({ header, path, quoteHref }: Props) {
  return (
    <ul>
      {header.navLinks.map(({ label, path: target }) => (
        <li key={`${label} ${target}`}>
          <a href={target.startsWith('#') ? quoteHref : target} aria-current={target === path ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
