import { inboxUrl } from './site.ts'

export type Mail = {
  subject: string
  text: string
  html: string
  to: { address: string }[]
  messageId: string
  attachments?: { fileName: string; contentType: string }[]
}

/** The mails that match, once there is at least one; the worker needs a moment. */
export async function mailsWhere(matches: (mail: Mail) => boolean, timeout = 60_000): Promise<Mail[]> {
  const end = Date.now() + timeout
  for (;;) {
    const mails = (await (await fetch(`${inboxUrl()}/email`)).json()) as Mail[]
    const found = mails.filter(matches)
    if (found.length > 0) return found
    if (Date.now() > end) throw new Error(`no such mail among ${mails.length}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const sentTo = (address: string) => (mail: Mail) => mail.to.some((to) => to.address === address)
