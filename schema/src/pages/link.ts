// Page content may link only to what is allowed here, so not to `javascript:` however it is disguised.
const lengthLimit = 2_000
const unsafe = /[\s\p{Cc}\\"<>`{}|^]/u

/** The link as it may stand in an href, or null. Takes a site path, #anchor, http(s), mailto and tel. */
export function safeLink(text: string): string | null {
  const link = text.trim()
  if (link === '' || link.length > lengthLimit || unsafe.test(link)) return null
  if (link.startsWith('#')) return link
  if (link.startsWith('/')) return isSitePath(link) ? link : null
  if (/^tel:\+?[\d().-]{3,30}$/i.test(link)) return link.toLowerCase()
  if (/^mailto:[^\s@,;:?&]{1,64}@[a-z\d.-]{1,253}(?:\?[^\s]*)?$/i.test(link))
    return link.replace(/^mailto:/i, 'mailto:')
  return webAddress(link, ['http:', 'https:'])
}

/** `//host` and `/\host` leave the site, so neither is a path of it. */
const isSitePath = (path: string): boolean =>
  !path.startsWith('//') && new URL(path, 'https://site.invalid').host === 'site.invalid'

function webAddress(text: string, protocols: string[]): string | null {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return protocols.includes(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}

/** An image address as it may stand in `src` and in CSS `url("…")`: a site path or an https address. Else null. */
export function safeImageUrl(text: string): string | null {
  const address = text.trim()
  if (address === '' || address.length > lengthLimit || unsafe.test(address)) return null
  if (address.startsWith('/')) return isSitePath(address) ? escapeForCss(address) : null
  const web = webAddress(address, ['https:'])
  return web === null ? null : escapeForCss(web)
}

const escapeForCss = (address: string): string =>
  address.replace(/['()]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** An image in page content: an address, or what the upload returned. `alt` is that of the library, where visitors see it. */
export type ImageRef = string | { id: string | number; url: string; name: string; size: number; alt?: string }

export const imageUrlOf = (image: ImageRef): string => (typeof image === 'string' ? image : image.url)
