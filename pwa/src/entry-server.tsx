import type { RenderScreen } from '@kerbside/schema/pages/content/screen-state'
import heroDrawing from '../public/images/hero.svg?raw'
import { renderToString } from 'react-dom/server'
import { App } from './site/app/app.tsx'
import { headOf } from './site/app/head.ts'
import { Site } from './site/app/site.tsx'
import { LegalText } from './site/legal/legal-text.tsx'
import { withScene } from './site/pages/home/hero.tsx'
import type { NavigationState } from './site/app/navigation.ts'

/** One public screen as markup. The signed-in area is drawn by the browser alone. */
export const render: RenderScreen = (state, publicUrl) => {
  const place: NavigationState = { screen: state, arrival: 'start', hash: '', loading: false }
  const get = () => place
  const navigation = { start: get, place: get, subscribe, go: () => {}, thank: () => {} }
  const legalText = state.screen === 'legal' ? <LegalText {...state} /> : undefined
  const body = renderToString(
    <App
      navigation={navigation}
      settings={state.settings}
      queue={null}
      Site={Site}
      staff={staffShell}
      legalText={legalText}
      update={noUpdate}
    />,
  )
  return { head: headOf(state, publicUrl), body: withScene(body, heroDrawing) }
}

const subscribe = () => () => {}
const noUpdate = { get: () => noStart, subscribe }
const noStart = { start: null }

const staffShell = (
  <>
    <p className="staff-shell">Loading…</p>
    <noscript>
      <p className="staff-shell">Signing in needs JavaScript.</p>
    </noscript>
  </>
)
