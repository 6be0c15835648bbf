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
 * Ports above 1023 at which services listen that speak no HTTP, or let whoever reaches them do anything. Names and numbers
 * are those that IANA registered (RFC 6335), or else that the service's own documentation calls its default.
 */
// oxfmt-ignore
const servicePorts: Record<string, readonly number[]> = {
  'SQL Server': [1433, 1434], Oracle: [1521], MySQL: [3306], PostgreSQL: [5432], PgBouncer: [6432],
  CockroachDB: [26257], MongoDB: [27017, 27018, 27019], CouchDB: [5984], Cassandra: [9042], Neo4j: [7474, 7687],
  InfluxDB: [8086], Elasticsearch: [9200, 9300], Redis: [6379, 6380], 'Redis Sentinel': [26379], Memcached: [11211],
  ZooKeeper: [2181], etcd: [2379, 2380], Consul: [8500], Vault: [8200],
  Kafka: [9092], MQTT: [1883, 8883], AMQP: [5671, 5672], RabbitMQ: [15672], 'Erlang port mapper': [4369],
  SMTP: [2525], ManageSieve: [4190], SIP: [5060, 5061], IRC: [6667, 6697], 'HTTP proxy': [3128],
  NFS: [2049], Docker: [2375, 2376, 2377], Kubernetes: [6443, 10250],
  'Remote Desktop': [3389], VNC: [5900, 5901], WinRM: [5985, 5986], X11: [6000],
}
const closedPorts = new Set(Object.values(servicePorts).flat())

/** Whether something may be posted to the port of a url: those of the web, and such as anybody may choose. */
export function hasUsablePort({ port }: URL): boolean {
  const number = Number(port)
  return port === '' || number === 80 || number === 443 || (number >= 1024 && !closedPorts.has(number))
}

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
  if (!hasUsablePort(url)) return `Use another port than ${url.port}, like 443: it is not one of web servers`
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
