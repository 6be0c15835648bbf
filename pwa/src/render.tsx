import { lazy, startTransition, Suspense, type ComponentProps, type ComponentType } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { keepTyped, tolerateAlteredPage } from './site/app/altered-page.ts'
import { App } from './site/app/app.tsx'

type Screens = ComponentProps<typeof App>['Site']

type Props = Pick<ComponentProps<typeof App>, 'navigation' | 'settings' | 'queue' | 'update'> & {
  loadStaff: () => Promise<{ default: ComponentType }>
  loadSite: () => Promise<{ default: Screens }>
  /** Null where the signed-in area is shown first. */
  site: { default: Screens } | null
}

/** Takes the server's markup over, or draws what there is none of. Resolves when React has it. */
export function render(
  root: HTMLElement,
  isDrawn: boolean,
  { loadStaff, loadSite, site, ...props }: Props,
): Promise<void> {
  const StaffApp = lazy(loadStaff)
  const staff = (
    <Suspense fallback={<p className="staff-shell">Loading…</p>}>
      <StaffApp />
    </Suspense>
  )
  const SiteLater = lazy(loadSite)
  const Site: Screens =
    site?.default ??
    ((screen) => (
      <Suspense fallback={null}>
        <SiteLater {...screen} />
      </Suspense>
    ))
  tolerateAlteredPage()
  const drawn = keepTyped(root)
  return new Promise<void>((resolve) => {
    const app = <App {...props} Site={Site} staff={staff} onShown={resolve} />
    // As a transition, so that taking over the page yields to whoever is already scrolling or typing.
    if (isDrawn) startTransition(() => void hydrateRoot(root, app))
    else createRoot(root).render(app)
  }).finally(drawn)
}
