import { failureText } from '../../api/failure-text.ts'
import { Component, type ReactNode } from 'react'

type State = { error: unknown }

/** Catches what a screen throws while it renders, and shows a way on in its place. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    return this.state.error === null ? this.props.children : <FallbackScreen error={this.state.error} />
  }
}

export function FallbackScreen({ error }: { error: unknown }) {
  return (
    <main className="notice-page stack" role="alert">
      <h1>Unexpected Application Error!</h1>
      <p>{failureText(error)}</p>
      <p>What you typed into the form is kept on this phone.</p>
      <p className="notice-page__ways">
        <button type="button" className="button" onClick={() => location.reload()}>
          Load the page again
        </button>
        <a className="button button--quiet" href="/">
          Return to Home
        </a>
      </p>
    </main>
  )
}
