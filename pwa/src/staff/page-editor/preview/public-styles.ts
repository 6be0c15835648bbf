/**
 * The public site's styles for a document of our own making. They are in this page already, beside the staff area's,
 * which carry a mark. Copied as rules, so nothing is fetched and the policy's rule about style elements is kept.
 */
export function adoptPublicStyles(target: Document): void {
  const view = target.defaultView
  if (view === null) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(publicRules(document).join('\n'))
  target.adoptedStyleSheets = [sheet]
}

function publicRules(page: Document): string[] {
  return [...page.styleSheets].filter(isPublic).flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
}

function isPublic({ ownerNode, href }: CSSStyleSheet): boolean {
  const isStaff = ownerNode instanceof HTMLElement && ownerNode.dataset['emotion'] !== undefined
  // A foreign sheet, of a browser extension for one, may not be read.
  return !isStaff && (href === null || new URL(href, location.href).origin === location.origin)
}
