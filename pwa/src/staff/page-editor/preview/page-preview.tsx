import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import type { PageContent } from '@kerbside/schema/pages/content/page-content'
import { Component, memo, type ReactNode } from 'react'
import type { PageScreen } from '../../../site/app/screen.ts'
import { Site } from '../../../site/app/site.tsx'

type PagePreviewProps = { page: PageContent; url: string; home: HomeContent | undefined }

const nowhere = { go: () => undefined, thank: () => undefined }
const noForm = { submissionId: '', stamp: '', answers: {}, errors: {} }

/** The public page as visitors will see it; looked at, not used. */
export const PagePreview = memo(function PagePreview({ page, url, home }: PagePreviewProps) {
  const frame = { screen: 'page', path: url, slug: '', pageVersion: 0, preview: false, form: noForm } as const
  const screen: PageScreen = { ...frame, ...page, ...(home && { home }) }
  return (
    <Whole key={url} content={page.content}>
      <div inert>
        <Site screen={screen} moves={nowhere} />
      </div>
    </Whole>
  )
})

type WholeProps = { content: unknown; children: ReactNode }
type WholeState = { failed: boolean; content: unknown }

/** A half-typed value that the page cannot draw must not take the editor down; the next change tries again. */
class Whole extends Component<WholeProps, WholeState> {
  override state: WholeState = { failed: false, content: this.props.content }

  static getDerivedStateFromError(): Partial<WholeState> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ content }: WholeProps, state: WholeState): WholeState | null {
    return content === state.content ? null : { failed: false, content }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <p className="notice-page">This part cannot be shown just now. Your edits are safe.</p>
  }
}
