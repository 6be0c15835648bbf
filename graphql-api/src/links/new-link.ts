import { contractorLinkId, deliveryId } from '@kerbside/schema/deliveries/delivery'
import type { Context as HonoContext, Hono } from 'hono'
import type { AppEnv, Context } from '../deps.ts'
import { sendStoredEmail, storeEmail } from '../events/stored-email.ts'
import { EndedLink } from '../http/errors.ts'
import { answerPage, messagePage } from '../http/signed-page.ts'

const hourMs = 3_600_000

/**
 * Where whoever has a link that has ended gets a new one: by email to the present address alone, up to one an hour.
 * `open` throws an `EndedLink` for such a link; one that works leads back to its page.
 */
export function addNewLink(
  routes: Hono<AppEnv>,
  path: string,
  open: (ctx: Context, token: string) => Promise<unknown>,
  page = '',
) {
  const backToPage = (c: HonoContext<AppEnv>) => {
    c.header('cache-control', 'no-store')
    return c.redirect(`${c.req.path.slice(0, -'/new-link'.length)}${page}`, 303)
  }
  routes.get(`${path}/new-link`, backToPage)
  routes.post(`${path}/new-link`, async (c) => {
    const ctx = c.get('context')
    const ended = await open(ctx, c.req.param('token') ?? '').then(
      () => null,
      (error: unknown) => {
        if (error instanceof EndedLink) return error
        throw error
      },
    )
    if (ended === null) return backToPage(c)
    const { newLink } = ended
    const hour = Math.floor(ctx.now().getTime() / hourMs)
    const email =
      newLink.kind === 'new-link'
        ? { ...newLink, _id: deliveryId(newLink.leadId, newLink.kind, String(hour)) }
        : { ...newLink, _id: contractorLinkId(newLink.contractorId, hour), leadId: null }
    await storeEmail(ctx, email)
    await sendStoredEmail(ctx, email)
    const text = 'It’s on its way to the email address that we have for you now.'
    return answerPage(c, messagePage(null, 'We’ve emailed you a new link', [text]))
  })
}
