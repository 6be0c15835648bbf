import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

/** Keys of P-256, as browsers and servers have them for Web Push. */
export const newPair = () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}
export const toText = (bytes: Buffer) => bytes.toString('base64url')

export type ReceivedPush = { at: Date; path: string; headers: IncomingHttpHeaders; body: Buffer }

const open: Server[] = []

/** Closes the push services after each test. */
export function usePushServices() {
  afterEach(async () => {
    for (const server of open.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
}

/** A push service that keeps what it is sent. With `tls` it speaks HTTPS. */
export async function startPushService(tls?: { key: string; cert: string }) {
  const pushes: ReceivedPush[] = []
  const behaviour: { status: number; text: string; headers: Record<string, string> } = {
    status: 201,
    text: '',
    headers: {},
  }
  const server = (tls ? createTlsServer(tls) : createServer()) as Server
  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      pushes.push({ at: new Date(), path: url, headers, body: Buffer.concat(chunks) })
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  const origin = `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${(server.address() as AddressInfo).port}`
  return { pushes, behaviour, origin }
}

/** A browser that is subscribed at a push service: it alone can read what is sent there. */
export function newBrowser(origin: string) {
  const pair = newPair()
  const auth = randomBytes(16)
  const keys = { p256dh: toText(pair.getPublicKey()), auth: toText(auth) }
  const read = ({ body }: Pick<ReceivedPush, 'body'>): Record<string, unknown> =>
    JSON.parse(decrypt(body, pair, auth)) as Record<string, unknown>
  return { subscription: { endpoint: `${origin}/push/${toText(randomBytes(24))}`, ...keys }, read }
}

/** RFC 8291, as a browser does it. */
function decrypt(body: Buffer, own: ReturnType<typeof newPair>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + senderKey.length)
  const derive = (secret: Buffer, saltOf: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey])
  const input = derive(own.computeSecret(senderKey), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opening = createDecipheriv('aes-128-gcm', key, nonce)
  opening.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
  // What fills the message up follows the delimiter 2.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/** The claims of the signature (RFC 8292); null when it was not made with this key. */
export function claimsOf({ headers }: Pick<ReceivedPush, 'headers'>, vapidKey: string): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (key !== vapidKey) return null
  const jwk = { kty: 'EC', crv: 'P-256', x: toText(point.subarray(1, 33)), y: toText(point.subarray(33)) }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>) : null
}
