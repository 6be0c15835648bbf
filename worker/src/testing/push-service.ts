import { PushDeviceModel, type PushDeviceRecord } from '@kerbside/schema/push/push-device.model'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

const newPair = () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}
const text = (bytes: Buffer) => bytes.toString('base64url')

const ownPair = newPair()
/** Configuration with which a worker notifies. */
export const vapidKeys = {
  VAPID_PUBLIC_KEY: text(ownPair.getPublicKey()),
  // The library pads short ones, and so must this.
  VAPID_PRIVATE_KEY: text(Buffer.concat([Buffer.alloc(32), ownPair.getPrivateKey()]).subarray(-32)),
  VAPID_SUBJECT: 'mailto:it@kerbside.test',
}

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
  const keys = { p256dh: text(pair.getPublicKey()), auth: text(auth) }
  const read = ({ body }: Pick<ReceivedPush, 'body'>): Record<string, unknown> =>
    JSON.parse(decrypt(body, pair, auth)) as Record<string, unknown>
  return { subscription: { endpoint: `${origin}/push/${text(randomBytes(24))}`, ...keys }, read }
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

/** The claims of the signature (RFC 8292); null when it was not made with the configured key. */
export function claimsOf({ headers }: Pick<ReceivedPush, 'headers'>): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (key !== vapidKeys.VAPID_PUBLIC_KEY) return null
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>) : null
}

/** Somebody of the staff who is signed in. */
export async function addStaff(changes: Partial<UserRecord> = {}) {
  const now = new Date()
  const user = await UserModel.create({
    name: 'Mia Manager',
    email: `mia-${randomUUID()}@kerbside.test`,
    role: 'manager',
    passwordHash: 'none',
    ...changes,
  })
  const session = await SessionModel.create({
    _id: randomUUID(),
    userId: user._id,
    credentialsVersion: user.credentialsVersion,
    seed: 'none',
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 90 * 86_400_000),
  })
  return { userId: String(user._id), name: user.name, sessionId: session._id }
}

/** A device of a person on which notifications are on. */
export async function addDevice(
  { userId, sessionId }: { userId: string; sessionId: string },
  { subscription }: ReturnType<typeof newBrowser>,
  changes: Partial<PushDeviceRecord> = {},
) {
  const device = await PushDeviceModel.create({
    _id: randomUUID(),
    userId,
    sessionId,
    ...subscription,
    vapidKey: vapidKeys.VAPID_PUBLIC_KEY,
    device: 'Chrome on Android',
    events: ['new-lead', 'assignment', 'mention', 'promise-warning'],
    timeZone: 'Europe/London',
    createdAt: new Date(),
    ...changes,
  })
  return device._id
}
