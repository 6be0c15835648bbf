import type { LegalPage, Operator } from '@kerbside/schema/pages/site-paths'
import type { ReactNode } from 'react'
import { CookieNotice } from './cookie-notice.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import { Terms } from './terms.tsx'

/** Of the texts in this folder. To be moved on whenever one of them changes its meaning. */
const changedOn = '21 November 2026'

const texts: Record<LegalPage, (props: { operator: Operator }) => ReactNode> = {
  privacy: PrivacyNotice,
  cookies: CookieNotice,
  terms: Terms,
}

/** Rendered by the server alone, so that no phone loads these texts with the home page. */
export function LegalText({ page, operator }: { page: LegalPage; operator: Operator }) {
  const Text = texts[page]
  return (
    <>
      <Text operator={operator} />
      <p className="legal__date">Last changed on {changedOn}.</p>
    </>
  )
}
