import ipaddr from 'ipaddr.js'

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Azure's machines reach their own platform there, though the address looks like any other. */
const platformAddresses = new Set(['168.63.129.16'])

/**
 * Whether this is an address of the public internet. What is not known to be one is none: loopback, private networks,
 * link-local addresses with the metadata of cloud machines, carriers' networks, multicast, and IPv6 that stands for IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || platformAddresses.has(text)) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv6' && !address.match(globalIpv6)) return false
  return address.range() === 'unicast'
}

/** The host without the brackets that addresses of IPv6 have in urls. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * What is wrong with an address that somebody wants to be told at; null when nothing is. What its name resolves to is
 * checked at each message, because it can change.
 */
export function webhookUrlProblem(text: string, { toPrivate }: { toPrivate: boolean }): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isHttps = url?.protocol === 'https:' || (toPrivate && url?.protocol === 'http:')
  if (!url || !isHttps) return 'Enter an address that starts with https://, like https://firm.example/hooks/kerbside'
  if (text.length > 500) return 'Use an address of 500 characters at most'
  if (url.username || url.password) return 'Leave name and password out of the address: messages are signed instead'
  if (url.hash) return 'Leave out what follows the #'
  return toPrivate || hasPublicHost(url)
    ? null
    : 'Use a host on the public internet: this one is private, or not known to be public'
}

/** Whether the host can be one of the public internet, as far as its name tells. */
export function hasPublicHost(url: URL): boolean {
  const host = hostOf(url)
  if (ipaddr.isValid(host)) return isPublicAddress(host)
  return /^[^.].*\.[a-z][a-z\d-]*\.?$/i.test(host) && !isLocalName(host)
}

const isLocalName = (host: string) => /\.(?:localhost|local|internal|home\.arpa|test|invalid)\.?$/i.test(`.${host}`)
