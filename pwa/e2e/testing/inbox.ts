import { inboxUrl } from './site.ts'

export type InboxEmail = {
  subject: string
  text: string
  html: string
  to: { address: string }[]
  messageId: string
  attachments?: { fileName: string; contentType: string }[]
}

/** The emails that match, once there is at least one; the worker needs a moment. */
export async function emailsWhere(matches: (email: InboxEmail) => boolean, timeout = 60_000): Promise<InboxEmail[]> {
  const end = Date.now() + timeout
  for (;;) {
    const emails = (await (await fetch(`${inboxUrl()}/email`)).json()) as InboxEmail[]
    const found = emails.filter(matches)
    if (found.length > 0) return found
    if (Date.now() > end) throw new Error(`no such email among ${emails.length}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const sentTo = (address: string) => (email: InboxEmail) => email.to.some((to) => to.address === address)
