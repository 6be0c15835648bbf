import { setNonce } from 'react-colorful'

/** The policy allows styles that carry the page's nonce; the picker brings its own style element. */
export function allowPickerStyles(page: Document): void {
  const meta = page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce')
  if (nonce) setNonce(nonce)
}
