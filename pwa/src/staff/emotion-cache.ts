import createCache from '@emotion/cache'

/**
 * The policy allows styles that carry the page's nonce and no others. Browsers hide the attribute from selectors but
 * not the property.
 */
export function createStyleCache(page: Document) {
  const meta = page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce')
  return createCache({ key: 'staff', prepend: true, ...(nonce ? { nonce } : {}) })
}
