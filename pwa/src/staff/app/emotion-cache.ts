import createCache from '@emotion/cache'

/**
 * The policy allows styles that carry the page's nonce and no others. Browsers hide the attribute, not the property.
 * Our styles come after the public site's, which would otherwise win over the theme's ground and text colours.
 */
export function createStyleCache(page: Document) {
  const meta = page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce')
  return createCache({ key: 'staff', ...(nonce ? { nonce } : {}) })
}
