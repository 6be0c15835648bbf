import type { Lead } from '../leads/lead.ts'
import type { Email, Mailbox } from './email.ts'
import { contactDetailsEmail, offerEmail } from './firm-emails.ts'
import { acceptedNoticeEmail, confirmationEmail, quoteEmail } from './homeowner-emails.ts'
import { offerDigestEmail } from './offer-digest-email.ts'
import type { EmailWords, TemplateName } from './templates.ts'

const lead = {
  reference: 'KB-2ABC3D',
  firstName: 'Aoife',
  lastName: 'Byrne',
  fullName: 'Aoife Byrne',
  email: 'aoife@example.com',
  mobile: '+447700900123',
  postcode: 'LS1 4AP',
  trade: 'driveways',
  maximumFirms: 5,
  answers: [
    { name: 'propertyType', label: 'Property type', value: 'Semi-detached house' },
    { name: 'drivewayMaterial', label: 'Preferred material', value: 'Block paving' },
    { name: 'drivewaySize', label: 'Approximate size', value: '40–60m²' },
  ],
} satisfies Partial<Lead>

/** The lead of another homeowner, for an email about several jobs. */
const otherLead = {
  ...lead,
  reference: 'KB-4EFG5H',
  postcode: 'LS6 2AB',
  answers: [
    { name: 'propertyType', label: 'Property type', value: 'Terraced house' },
    { name: 'drivewayMaterial', label: 'Preferred material', value: 'Gravel' },
  ],
}

const firm: Mailbox = { name: 'Stone & Sons Paving', address: 'info@stone-and-sons.example' }

const quote = {
  text: 'Block paving with drains for 50 m².\n\nWe could start in July.',
  by: { id: 'sample', name: 'Mia' },
  quote: { id: 'sample', amount: 1_245_000, currency: 'GBP' as const, firm: { id: 'sample', name: firm.name } },
}

/** An email to made-up people, composed as the real one is. Its links lead to no page of anybody. */
export function sampleEmail(name: TemplateName, words: EmailWords, publicUrl: string): Email {
  const link = (path: string) => `${publicUrl}/${path}/sample`
  const ownPage = link('manage')
  const links = {
    accept: link('offers'),
    decline: link('offers'),
    firm: link('firm'),
    stop: link('firm'),
    job: link('leads'),
  }
  const expiresAt = new Date('2030-06-05T13:05:00Z')
  switch (name) {
    case 'confirmation':
      return confirmationEmail(lead, ownPage, words)
    case 'accepted-notice': {
      const accepted = {
        firm: { name: firm.name, email: firm.address, phone: '+441134960123' },
        earlier: ['Pave & Co'],
      }
      return acceptedNoticeEmail(lead, { ...accepted, href: ownPage }, words)
    }
    case 'quote':
      return quoteEmail(lead, quote, ownPage, words)
    case 'offer':
      return offerEmail(lead, firm, { expiresAt, links }, words)
    case 'offer-digest': {
      const jobs = [lead, otherLead].map((each) => ({ lead: each, expiresAt, links }))
      return offerDigestEmail(firm, jobs, links, words)
    }
    case 'contact-details':
      return contactDetailsEmail(lead, firm, links, words)
  }
}
