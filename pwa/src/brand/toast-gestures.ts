// Toasts of both faces: Alt+T moves the focus to where they are, and a swipe takes one away as its button does. Loaded for
// its listeners: by the site with its first toast, by the staff app at once.

/** Pixels to either side from which a swipe takes a toast away. */
const threshold = 50
let swipe: { toast: HTMLElement; from: number } | null = null

window.addEventListener('keydown', ({ altKey, code }) => {
  const region = document.querySelector<HTMLElement>('.toasts, .staff-toasts')
  if (!region || !altKey || code !== 'KeyT') return
  region.tabIndex = -1
  region.role = 'region'
  region.ariaLabel = 'Notifications (Alt+T)'
  region.focus()
})

window.addEventListener('pointerdown', ({ target, clientX }) => {
  if (!(target instanceof Element) || target.closest('button')) return
  const toast = target.closest<HTMLElement>('.toast, .staff-toast')
  if (toast) swipe = { toast, from: clientX }
})

window.addEventListener('pointermove', ({ clientX }) => {
  if (swipe) swipe.toast.style.transform = `translateX(${clientX - swipe.from}px)`
})

window.addEventListener('pointerup', ({ clientX }) => end(clientX))
window.addEventListener('pointercancel', () => end(swipe?.from ?? 0))

function end(at: number): void {
  if (!swipe) return
  const { toast, from } = swipe
  swipe = null
  if (Math.abs(at - from) >= threshold) toast.querySelector('button')?.click()
  else toast.style.transform = ''
}
