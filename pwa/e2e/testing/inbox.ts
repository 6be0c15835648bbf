import { inboxUrl } from './site.ts'

export type InboxEmail = {
  id: string
  subject: string
  text: string
  html: string
  to: { address: string }[]
  messageId: string
  attachments?: { fileName: string; generatedFileName: string; contentType: string }[]
}

/** All that have been read, oldest first: of hundreds only the new ones are asked for at each look. */
const known: InboxEmail[] = []

async function allEmails(): Promise<InboxEmail[]> {
  const skipped = known.length
  const fresh = (await (await fetch(`${inboxUrl()}/email?skip=${skipped}`)).json()) as InboxEmail[]
  known.splice(skipped, known.length, ...fresh)
  return known
}

/** The emails that match, once there are so many; the worker needs a moment. */
export async function emailsWhere(
  matches: (email: InboxEmail) => boolean,
  { atLeast = 1 } = {},
): Promise<InboxEmail[]> {
  const end = Date.now() + 60_000
  for (;;) {
    const emails = await allEmails()
    const found = emails.filter(matches)
    if (found.length >= atLeast) return found
    if (Date.now() > end) throw new Error(`${found.length} such emails among ${emails.length}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const sentTo = (address: string) => (email: InboxEmail) => email.to.some((to) => to.address === address)

/** The file that came with an email. */
export async function attachmentOf({ id, attachments = [] }: InboxEmail): Promise<Buffer> {
  const answer = await fetch(`${inboxUrl()}/email/${id}/attachment/${attachments[0]?.generatedFileName}`)
  if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
