import type { LegalPage } from '@kerbside/schema/pages/site-paths'
import type { ReactNode } from 'react'
import { CookieNotice } from './cookie-notice.tsx'
import type { LegalFacts } from './operator-details.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import { Terms } from './terms.tsx'

/** The day on which a text in this folder last changed its meaning: move it on with each such change. */
const changedOn = '21 November 2026'

const texts: Record<LegalPage, (props: LegalFacts) => ReactNode> = {
  privacy: PrivacyNotice,
  cookies: CookieNotice,
  terms: Terms,
}

/** Rendered by the server alone, so that no phone loads these texts with the home page. */
export function LegalText({ page, ...facts }: LegalFacts & { page: LegalPage }) {
  const Text = texts[page]
  return (
    <>
      <Text {...facts} />
      <p className="legal__date">Last changed on {changedOn}.</p>
    </>
  )
}
