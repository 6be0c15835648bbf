import { localStore } from '../../offline/browser.ts'

/** `#signed-in`: tells who was sent from the staff area to the home page that their role leads them no further, and where to log out. */
export function showSignedIn(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
  const email = emailOf(localStore.getItem('unauth'))
  if (email === null) return
  const toasts = Object.assign(document.createElement('div'), { className: 'toasts' })
  const toast = Object.assign(document.createElement('div'), { className: 'toast', role: 'status' })
  const link = Object.assign(document.createElement('a'), { href: '/login', textContent: 'Your account' })
  toast.append(`You’re signed in as ${email}, without access to that part of the staff area. `, link)
  toasts.append(toast)
  document.body.append(toasts)
}

function emailOf(stored: string | null): string | null {
  try {
    const { user } = JSON.parse(stored ?? '{}') as { user?: { email?: unknown } }
    return typeof user?.email === 'string' ? user.email : null
  } catch {
    return null // Another program wrote the entry.
  }
}
