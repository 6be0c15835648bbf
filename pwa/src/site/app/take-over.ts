/** What of a page needs React: near the screen, it is taken over. */
const parts = '.quote, .portfolio'
/** Pixels. */
const near = 200

/** Milliseconds: read for so long, a page gets ready for losing the network before the form is reached. */
const alone = 10_000

const signs = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * When React takes the server's document over. Until then links are followed, the phone's menu opens, and the form keeps
 * what is typed, without it: many visitors never touch the form, and a slow phone needs half a second for React.
 */
export function createTakeOver(load: () => Promise<void>) {
  let taking: Promise<boolean> | null = null

  /** Resolves to whether it could be loaded. After a failure the next sign tries again, or the network's return. */
  const now = (): Promise<boolean> =>
    (taking ??= load().then(
      () => true,
      () => {
        taking = null
        addEventListener('online', want, { once: true })
        return false
      },
    ))
  const want = (): void => void now()

  function whenWanted(): void {
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && want(), {
      rootMargin: `${near}px`,
    })
    for (const part of document.querySelectorAll(parts)) observer.observe(part)
    for (const sign of signs) addEventListener(sign, want, { capture: true, passive: true })
    setTimeout(want, alone)
  }

  addEventListener('click', closeMenu)
  return { now, whenWanted }
}

/** Of a phone: its link has been followed, and may lead to a place on the same page. */
function closeMenu({ target }: Event): void {
  if (target instanceof Element && target.closest('.site-header__sheet'))
    target.closest('details')?.removeAttribute('open')
}
