import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach } from 'vitest'
import { startBounceServer } from '../deliveries/bounces/bounce-server.ts'
import type { Deps } from '../deps.ts'
import { useMailSink } from './mail-sink.ts'
import { testDeps, useWorkers } from './test-worker.ts'

export const bounceDomain = 'bounces.example'

/** Before each test, a worker that takes bounces on a port of its own. `deliver` resolves with what it answers. */
export function useBounces() {
  useDatabase()
  useWorkers()
  const sink = useMailSink()
  const bounces = {
    sink,
    deps: {} as Deps,
    server: {} as Awaited<ReturnType<typeof startBounceServer>>,
    async deliver(to: string | string[], raw: string): Promise<string> {
      const transport = createTransport({ host: '127.0.0.1', port: bounces.server.port, ignoreTLS: true })
      try {
        const { response } = await transport.sendMail({ envelope: { from: '', to }, raw })
        return response
      } finally {
        transport.close()
      }
    },
  }
  beforeEach(async () => {
    bounces.deps = await testDeps({ SMTP_URL: sink.url, BOUNCE_DOMAIN: bounceDomain, BOUNCE_PORT: '0' })
    bounces.server = await startBounceServer(bounces.deps, bounceDomain)
  })
  afterEach(() => bounces.server.stop())
  return bounces
}

/** A delivery status notification as mail servers send it. */
export const reportOf = (...fields: string[]) =>
  [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; aoife@example.com',
    ...fields,
    '',
    '--b--',
    '',
  ].join('\r\n')

export const hard = reportOf(
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1',
  ' <aoife@example.com>: aoife is $unknown here',
)
export const soft = reportOf('Action: failed', 'Status: 4.4.7')

export const storedDelivery = (id: string) => DeliveryModel.findById(id).lean().orFail()

/** Who is told of an address that bounces. */
export const bounceNotices = async () =>
  (await DeliveryModel.find({ kind: 'address-bounced' }).lean()).map(({ userId, leadId, contractorId }) => ({
    userId,
    leadId,
    contractorId,
  }))

export const addUser = async (role: 'admin' | 'manager') =>
  String(
    (
      await UserModel.create({
        name: role,
        email: `${role}@kerbside.test`,
        role,
        status: 'active',
        passwordHash: 'none',
      })
    )._id,
  )
