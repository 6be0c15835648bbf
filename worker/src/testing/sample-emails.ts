import {
  agreementEmail,
  agreementCancelledEmail,
  agreementCancelledNoticeEmail,
  choiceUndoneEmail,
  requestClosedEmail,
  requestClosedNoticeEmail,
  confirmReminderEmail,
  unconfirmedNoticeEmail,
  estimateAgreedEmail,
  estimateAnswerEmail,
  estimateChosenEmail,
  estimateDeclinedEmail,
  estimateEmail,
  estimateQuestionEmail,
} from '@kerbside/schema/emails/estimate-emails'
import type { Estimate } from '@kerbside/schema/estimates/estimate'
import { totalsOf } from '@kerbside/schema/estimates/estimate-money'
import type { Answer } from '@kerbside/schema/leads/lead'
import { aLead } from '@kerbside/schema/testing/factories'
import { toLead } from '@kerbside/schema/leads/lead.model'
import {
  contactDetailsEmail,
  correctionNoticeEmail,
  eraseNoticeEmail,
  offerEmail,
  stopNoticeEmail,
} from '@kerbside/schema/emails/firm-emails'
import {
  acceptedNoticeEmail,
  checkRequestEmail,
  complaintReceivedEmail,
  confirmationEmail,
  confirmEmailEmail,
  newLinkEmail,
  followUpEmail,
  quoteEmail,
} from '@kerbside/schema/emails/homeowner-emails'
import {
  estimateReminderEmail,
  estimateWithdrawnEmail,
  estimateWithdrawnNoticeEmail,
  noPriceNoticeEmail,
  releaseNoticeEmail,
} from '@kerbside/schema/emails/estimate-emails'
import { assignmentEmail, complaintEmail, mentionEmail } from '../deliveries/emails/staff-emails.ts'

const answers: Answer[] = [
  { name: 'first_name', label: 'First name', value: 'Aoife' },
  { name: 'last_name', label: 'Last name', value: 'Byrne' },
  { name: 'email', label: 'Email', value: 'aoife@example.com' },
  { name: 'mobile', label: 'Mobile number', value: '07700 900123' },
  { name: 'postcode', label: 'Postcode or Eircode', value: 'SW1A 1AA' },
  { name: 'propertyType', label: 'Property type', value: 'Semi-detached house' },
  { name: 'drivewayMaterial', label: 'Preferred material', value: 'Block paving' },
  { name: 'drivewaySize', label: 'Approximate size', value: '40–60m²' },
  { name: 'budget', label: 'Budget', value: '£12,000 – £20,000' },
  {
    name: 'additionalInfo',
    label: 'Anything else we should know?',
    value: 'The gate is narrow.\nRing Aoife on 07700 900123 or write to aoife@example.com <b>now</b>.',
  },
]

export const noteOfStaff = 'Sounds unfriendly'
const activity = [
  { kind: 'note' as const, at: new Date('2026-06-01T09:00:00Z'), by: { id: 'u', name: 'Mia' }, text: noteOfStaff },
]
/** As a colleague may write it, who is trusted but mistypes. */
export const sampleQuote = {
  kind: 'quote-sent' as const,
  at: new Date('2026-06-01T10:00:00Z'),
  by: { id: 'u', name: 'Mia' },
  text: 'Block paving with drains for 50 m² <b>now</b>.\nTwo days.\n\nWe could start in July.',
  quote: { id: 'q', amount: 1_245_000, currency: 'GBP' as const },
}
export const sampleFollowUp = {
  ...sampleQuote,
  kind: 'follow-up-sent' as const,
  text: 'Are you still looking for <b>quotes</b>?\n\nTell us.',
  quote: null,
  followUpId: 'f',
}
export const sampleLead = toLead(aLead(42, { answers, activity }))
export const sampleFirm = { name: 'O’Neill & Sons Paving', address: 'info@oneill-paving.example' }
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJsZWFkSWQiOjQyfQ.c2lnbmF0dXJl'

const colleague = { name: 'Sam Reid', address: 'sam@kerbside.example' }
const sampleNote = { ...sampleQuote, kind: 'note' as const, text: '@Sam Reid, ring her <b>now</b>.\n\nAfter five.' }
const staffPage = 'https://quotes.example/manager/leads/42'

/** The link to the homeowner's own page. */
export const ownPage = `https://quotes.example/manage/${token}`

const complaint = { id: 'c', at: new Date('2026-06-01T10:00:00Z'), text: 'Nobody <b>now</b> came.\n\nTwice.' }

/** The emails to staff about a lead. */
export const sampleStaffEmails = () => ({
  mention: mentionEmail(colleague, sampleLead, { entry: sampleNote, href: staffPage }),
  complaint: complaintEmail(colleague, sampleLead, { complaint, href: staffPage }),
  assignment: assignmentEmail(colleague, sampleLead, { entry: sampleNote, href: staffPage }),
})

/** Made without the rules of the form, so that a test sees whether a text can break out. */
export const samplePrice: Estimate = {
  id: '0198d2c4-0000-7000-8000-000000000002',
  leadId: 42,
  contractorId: '65f000000000000000000003',
  contractorName: sampleFirm.name,
  number: 2,
  variationOf: null,
  currency: 'GBP',
  kind: 'estimate',
  isVatRegistered: true,
  lines: [
    {
      text: 'Resin bound drive <b>now</b>',
      quantity: 42_500,
      unit: 'm²',
      unitPrice: 9_550,
      rate: 2_000,
      rateReason: null,
      isProvisional: false,
    },
    {
      text: 'Łukasz’s drain, café side',
      quantity: 1_000,
      unit: 'item',
      unitPrice: 45_000,
      rate: 500,
      rateReason: 'Mobility aid',
      isProvisional: true,
    },
  ],
  deposit: 100_000,
  stages: [{ text: 'When the sub-base is in', amount: 434_300 }],
  checklist: { excavation: 'included', permits: 'not-included' },
  startDay: '2026-07-06',
  durationDays: 4,
  validUntilDay: '2026-07-01',
  guaranteeYears: 10,
  insurer: 'Aviva, £5m',
  message: 'We can start <b>now</b>.\n\nTwo of us.',
  totals: totalsOf([
    { quantity: 42_500, unitPrice: 9_550, rate: 2_000, isProvisional: false },
    { quantity: 1_000, unitPrice: 45_000, rate: 500, isProvisional: true },
  ]),
  sha256: 'ab'.repeat(32),
  changes: ['Price: £5,000.00 → £5,343.00'],
  sentAt: new Date('2026-06-01T10:00:00Z'),
  enteredBy: null,
  files: [],
}
const sampleAnswer = {
  contractorId: 'a',
  contractorName: sampleFirm.name,
  at: samplePrice.sentAt,
  text: 'Yes, <b>now</b>.\nBy hand.',
}

const sampleCancelled = { estimate: samplePrice, because: 'We are <b>moving</b> house' }

/** The emails about prices. */
const samplePriceMails = () => ({
  estimate: estimateEmail(sampleLead, samplePrice, `${ownPage}/prices`),
  agreement: agreementEmail(sampleLead, samplePrice, `${ownPage}/prices/x`),
  'estimate-agreed': estimateAgreedEmail(sampleLead, samplePrice, {
    startDay: '2026-07-06',
    href: `${ownPage}/prices/x`,
  }),
  'estimate-answer': estimateAnswerEmail(sampleLead, sampleAnswer, `${ownPage}/questions`),
  'estimate-chosen': estimateChosenEmail(sampleLead, sampleFirm, samplePrice, {
    by: 'Aoife <b>Byrne</b>',
    href: `https://quotes.example/leads/${token}/agreement`,
  }),
  'confirm-reminder': confirmReminderEmail(
    sampleLead,
    sampleFirm,
    samplePrice,
    `https://quotes.example/leads/${token}/agreement`,
  ),
  'unconfirmed-notice': unconfirmedNoticeEmail(sampleLead, samplePrice, `${ownPage}/prices`),
  'agreement-cancelled': agreementCancelledEmail(sampleLead, { ...sampleCancelled, href: `${ownPage}/prices` }),
  'agreement-cancelled-notice': agreementCancelledNoticeEmail(sampleLead, sampleFirm, {
    ...sampleCancelled,
    href: `https://quotes.example/leads/${token}`,
  }),
  'request-closed': requestClosedEmail(sampleLead, ownPage),
  'request-closed-notice': requestClosedNoticeEmail(sampleLead, sampleFirm, `https://quotes.example/leads/${token}`),
  'choice-undone': choiceUndoneEmail(sampleLead, sampleFirm, samplePrice, `https://quotes.example/leads/${token}`),
  'estimate-declined': estimateDeclinedEmail(sampleLead, sampleFirm, samplePrice, {
    because: 'too-late',
    isOver: false,
    href: `https://quotes.example/leads/${token}`,
  }),
  'estimate-question': estimateQuestionEmail(sampleLead, sampleFirm, {
    text: 'Is the skip <b>in it</b>?',
    href: `https://quotes.example/leads/${token}/questions`,
  }),
})

const withdrawn = {
  contractorName: 'Stone & Sons',
  total: 1_245_000,
  currency: 'GBP' as const,
  withdrawnBecause: 'The firm <b>mistyped</b> it',
}

/** One of each email to homeowners and firms, as tests read them and as people look at them. */
export const sampleEmails = () => ({
  ...samplePriceMails(),
  confirmation: confirmationEmail(sampleLead, ownPage),
  offer: offerEmail(sampleLead, sampleFirm, {
    expiresAt: new Date('2026-06-03T13:05:00Z'),
    links: {
      accept: `https://quotes.example/offers/${token}/accept`,
      decline: `https://quotes.example/offers/${token}/decline`,
      firm: `https://quotes.example/firm/${token}`,
      stop: `https://quotes.example/firm/${token}/stop-offers`,
    },
  }),
  'contact-details': contactDetailsEmail(sampleLead, sampleFirm, {
    job: `https://quotes.example/leads/${token}`,
    firm: `https://quotes.example/firm/${token}`,
  }),
  'accepted-notice': acceptedNoticeEmail(sampleLead, {
    firm: { name: sampleFirm.name, email: sampleFirm.address, phone: '+442079460123' },
    earlier: ['Stone & Sons', 'Pave & Co'],
    href: ownPage,
  }),
  'stop-notice': stopNoticeEmail(sampleLead, sampleFirm),
  'erase-notice': eraseNoticeEmail(sampleLead, sampleFirm),
  quote: quoteEmail(sampleLead, sampleQuote, ownPage),
  'check-request': checkRequestEmail(sampleLead, ownPage),
  'correction-notice': correctionNoticeEmail(sampleLead, sampleFirm, {
    changes: [
      { name: 'mobile', label: 'Mobile number', before: '07700 900123', after: '07700 900124' },
      { name: 'additionalInfo', label: 'Anything else?', before: 'By the <b>gate</b>', after: '' },
    ],
    href: `https://quotes.example/leads/${token}`,
  }),
  'confirm-email': confirmEmailEmail(sampleLead, ownPage),
  'new-link': newLinkEmail(sampleLead, ownPage),
  'complaint-received': complaintReceivedEmail(sampleLead, complaint, ownPage),
  'estimate-withdrawn': estimateWithdrawnEmail(sampleLead, withdrawn, `${ownPage}/prices`),
  'estimate-withdrawn-notice': estimateWithdrawnNoticeEmail(
    sampleLead,
    sampleFirm,
    withdrawn,
    `https://quotes.example/leads/${token}`,
  ),
  'estimate-reminder': estimateReminderEmail(sampleLead, sampleFirm, {
    href: `https://quotes.example/leads/${token}`,
    isLast: true,
  }),
  'no-price-notice': noPriceNoticeEmail(sampleLead, sampleFirm, ownPage),
  'release-notice': releaseNoticeEmail(sampleLead, sampleFirm),
  'follow-up': followUpEmail(sampleLead, sampleFollowUp, ownPage),
})
