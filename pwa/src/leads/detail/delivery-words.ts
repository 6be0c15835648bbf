import type { Tone } from '../../staff/ui/tone-chip.tsx'
import type { LeadDelivery, LeadDetail } from './lead.queries.ts'

type Word = { label: string; tone: Tone }

export const offerWords: Record<LeadDetail['offers'][number]['state'], Word> = {
  OFFERED: { label: 'Waiting for answer', tone: 'blue' },
  ACCEPTED: { label: 'Accepted', tone: 'green' },
  DECLINED: { label: 'Declined', tone: 'slate' },
  EXPIRED: { label: 'Expired', tone: 'slate' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'slate' },
  UNDELIVERABLE: { label: 'Address refuses mail', tone: 'red' },
}

export const deliveryWords: Record<LeadDelivery['state'], Word> = {
  QUEUED: { label: 'Waiting to be sent', tone: 'blue' },
  SENDING: { label: 'Sending', tone: 'blue' },
  SENT: { label: 'Sent', tone: 'green' },
  ACCEPTED: { label: 'Sent, accepted', tone: 'green' },
  DECLINED: { label: 'Sent, declined', tone: 'slate' },
  EXPIRED: { label: 'Sent, expired', tone: 'slate' },
  FAILED: { label: 'Failed', tone: 'red' },
}

/** What a mail is, and to whom; a firm is known by name as long as the lead remembers it. */
export function deliveryPurpose({ kind, contractorId }: LeadDelivery, { offers, matching }: LeadDetail): string {
  const firm = [...offers, ...matching].find((known) => known.contractorId === contractorId)?.contractorName ?? 'a firm'
  switch (kind) {
    case 'CONFIRMATION':
      return 'Confirmation to the homeowner'
    case 'OFFER':
      return `Offer to ${firm}`
    case 'CONTACT_DETAILS':
      return `Contact details to ${firm}`
    case 'ACCEPTED_NOTICE':
      return `Notice to the homeowner: ${firm} accepted`
  }
}
