import { useSyncExternalStore } from 'react'
import { install, onWayToInstall, wayToInstall } from '../../../offline/install.ts'

/** Once somebody has a request with us: the site as an app of the phone, where the browser can. */
export function InstallOffer() {
  const way = useSyncExternalStore(onWayToInstall, wayToInstall, () => 'none')
  if (way === 'none') return null
  return (
    <section className="stack stack--tight install-offer" aria-labelledby="install-title">
      <h2 id="install-title">Keep Kerbside at hand</h2>
      <p>As an app on this device it opens without a connection and keeps your reference.</p>
      {way === 'ask' ? (
        <p>
          <button type="button" className="button button--quiet button--small" onClick={() => void install()}>
            Install Kerbside
          </button>
        </p>
      ) : (
        <p>
          Tap <strong>Share</strong> at the edge of the screen, then <strong>Add to Home Screen</strong>.
        </p>
      )}
    </section>
  )
}
