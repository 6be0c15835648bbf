import { longDayAndTime } from '../time/london-time.ts'
import { capitalised, countOf } from '../text.ts'
import { composeEmail, type EmailBlock } from './email-html.ts'
import type { Email, Mailbox } from './email.ts'
import { fillWords } from './fill-words.ts'
import {
  buttonsConfirm,
  firmPageLink,
  jobFacts,
  jobInArea,
  stopOffersLink,
  type FirmsLead,
  type OpenOffer,
} from './firm-emails.ts'
import { emailTemplates, type EmailWords } from './templates.ts'

export type DigestJob = { lead: FirmsLead; expiresAt: Date; links: Pick<OpenOffer['links'], 'accept' | 'decline'> }

/** All offers of a firm's day, each as its own email tells of it. */
export function offerDigestEmail(
  firm: Mailbox,
  jobs: readonly DigestJob[],
  links: { firm: string; stop: string },
  words: EmailWords = emailTemplates['offer-digest'].builtIn,
): Email {
  const { blocks, ...texts } = fillWords('offer-digest', words, {
    firm: firm.name,
    count: jobs.length === 1 ? '1 new job' : `${jobs.length} new jobs`,
    references: jobs.map(({ lead }) => lead.reference).join(', '),
    areas: jobs.map(({ lead }) => capitalised(jobInArea(lead))).join('; '),
    jobs: jobs.flatMap(jobBlocks),
  })
  const email = composeEmail({
    ...texts,
    to: firm,
    blocks: [
      ...blocks,
      buttonsConfirm,
      'You get one email a day with all jobs, because that is what is chosen on your page.',
      firmPageLink(links.firm),
      stopOffersLink(links.stop),
    ],
    footer: `These offers are for ${firm.name} only: please do not pass them on. Something to ask? Reply to this email.`,
  })
  return { ...email, unsubscribe: links.stop }
}

/** The buttons name the job, because there are several of each. */
const jobBlocks = ({ lead, expiresAt, links }: DigestJob): EmailBlock[] => [
  { kind: 'heading', text: capitalised(jobInArea(lead)) },
  { kind: 'facts', facts: jobFacts(lead) },
  `At most ${countOf(lead.maximumFirms, 'firm')} can take it on. Please decide by ${longDayAndTime(expiresAt)}. After that the job goes to another firm.`,
  {
    kind: 'buttons',
    buttons: [
      { label: `Accept ${lead.reference}`, href: links.accept, look: 'primary' },
      { label: `Decline ${lead.reference}`, href: links.decline, look: 'quiet' },
    ],
  },
]
