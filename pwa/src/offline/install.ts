type InstallPrompt = Event & { prompt(): Promise<unknown> }
declare global {
  interface Window {
    /** What the browser wanted to ask by itself; the document holds it back from its first moment on. */
    installPrompt?: InstallPrompt | undefined
  }
}

/** How this browser installs the app of this page: by asking, by hand on an iPhone, or not (now). */
export type WayToInstall = 'ask' | 'by-hand' | 'none'

/** This page runs as an installed app, on a device of its own then. */
export const isInstalled = (): boolean =>
  window.matchMedia?.('(display-mode: standalone)').matches === true || Reflect.get(navigator, 'standalone') === true

export function wayToInstall(): WayToInstall {
  if (isInstalled()) return 'none'
  if (window.installPrompt) return 'ask'
  // Only Safari on iOS has it; it cannot ask.
  return Reflect.get(navigator, 'standalone') === false ? 'by-hand' : 'none'
}

export function onWayToInstall(changed: () => void): () => void {
  const events = ['beforeinstallprompt', 'appinstalled'] as const
  for (const name of events) window.addEventListener(name, changed)
  return () => {
    for (const name of events) window.removeEventListener(name, changed)
  }
}

/** Lets the browser ask, which it does once for each time that it wanted to. */
export async function install(): Promise<void> {
  const asked = window.installPrompt?.prompt()
  window.installPrompt = undefined
  window.dispatchEvent(new Event('appinstalled'))
  // A person who says no has decided, and the page has nothing to add.
  await asked?.catch(() => {})
}
