import type { DocumentSettings } from '@kerbside/schema/pages/content/screen-state'
import { defaultPublicSettings } from '@kerbside/schema/settings/public-settings'
import { useEffect, useRef, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import type { QuoteQueue } from '../../offline/outbox/quote-queue.ts'
import { QueueContext } from '../quotes/queue-context.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Navigation, NavigationState } from './navigation.ts'
import { documentTitle } from './screen.ts'
import { SiteSettings } from '../ui/site-settings.ts'
import type { SiteProps } from './site.tsx'

type Props = {
  navigation: Pick<Navigation, 'start' | 'place' | 'subscribe' | 'go' | 'thank'>
  /** Missing in a document of an older release that a phone has stored. */
  settings: DocumentSettings | undefined
  /** Null on the server. */
  queue: QuoteQueue | null
  /** The public screens: a prop, so that the signed-in area does not wait for them. */
  Site: ComponentType<SiteProps>
  /** The signed-in area: a prop, so that neither the server's build nor a public page contains it. */
  staff: ReactNode
  /** A legal page's text, which only the server has. */
  legalText?: ReactNode
  update: UpdateWatch
  onShown?: () => void
}

/** `start` is what the Update button does, once a new version waits. */
export type UpdateWatch = { get: () => { start: (() => void) | null }; subscribe: (changed: () => void) => () => void }

const none = { start: null }
/** As the document was drawn. */
const noUpdate = () => none

export function App({ settings = defaultPublicSettings, ...props }: Props) {
  const { navigation, queue, Site, staff, legalText, update, onShown } = props
  // What came to be shown meanwhile follows, once the document as it was drawn has been taken over.
  const place = useSyncExternalStore(navigation.subscribe, navigation.place, navigation.start)
  const { start: startUpdate } = useSyncExternalStore(update.subscribe, update.get, noUpdate)
  useArrival(place)
  useEffect(() => onShown?.(), [onShown])
  const { screen } = place
  return (
    <SiteSettings value={settings}>
      <QueueContext value={queue}>
        <ErrorBoundary key={screen.path}>
          {screen.screen === 'app' ? staff : <Site screen={screen} moves={navigation} legalText={legalText} />}
        </ErrorBoundary>
        {place.loading && <div className="loading-bar" role="status" aria-label="Loading…" />}
        {startUpdate && <UpdateNotice update={startUpdate} />}
      </QueueContext>
    </SiteSettings>
  )
}

/** What a browser does when a document arrives: its title, its top or the part asked for, and the focus there. */
function useArrival({ screen, arrival, hash }: NavigationState): void {
  const first = useRef(true)
  const { path } = screen
  useEffect(() => {
    if (screen.screen !== 'app') document.title = documentTitle(screen)
  }, [screen])
  useEffect(() => {
    if (first.current) return void (first.current = false)
    // Going back, the browser itself returns to where the reader was.
    if (arrival !== 'link') return
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (target) target.scrollIntoView()
    else window.scrollTo({ top: 0, behavior: 'instant' })
    // A link to the form is to be able to type.
    const field = target?.querySelector<HTMLElement>('.control, .choice input')
    ;(field ?? document.getElementById('content'))?.focus({ preventScroll: true })
  }, [path, arrival, hash])
}

/** A page in use stays as it is until its reader presses the button. */
function UpdateNotice({ update }: { update: () => void }) {
  const [pressed, setPressed] = useState(false)
  return (
    <div className="update-notice" role="status">
      <p>A new version is ready</p>
      <button
        type="button"
        className="button button--small"
        disabled={pressed}
        onClick={() => {
          setPressed(true)
          update()
        }}
      >
        Update
      </button>
    </div>
  )
}
