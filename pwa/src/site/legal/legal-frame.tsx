import type { ReactNode } from 'react'
import './legal-frame.css'

/**
 * Around a legal text. The browser is given none, for only the server has the texts: taking the page over, React leaves
 * markup that it did not write as it stands.
 */
export function LegalFrame({ children }: { children?: ReactNode }) {
  if (children !== undefined) return <article className="legal section">{children}</article>
  return <article className="legal section" suppressHydrationWarning dangerouslySetInnerHTML={fromServer} />
}

const fromServer = { __html: '' }
