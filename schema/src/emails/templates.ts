/** The words of an email that admins may change (docs/specification.md, 9.10). A variable is written `{{reference}}`. */
export type EmailWords = {
  subject: string
  /** The text that an inbox shows after the subject. */
  preheader: string
  title: string
  /** Paragraphs with an empty line between them; `## ` begins a heading, `1. ` a numbered step. */
  body: string
}

export type Variable = {
  meaning: string
  /** The field that must have it. */
  requiredIn?: 'subject' | 'body'
  /** It stands for more than words, so it has a paragraph of the body to itself. */
  isBlock?: true
}

export type EmailTemplate = {
  label: string
  /** When it is sent, and to whom. */
  sent: string
  /** What follows the body, whatever the words are. */
  after: string
  variables: Record<string, Variable>
  builtIn: EmailWords
}

const ownPage: Variable = {
  meaning: 'The way to the homeowner’s own page, where they see who has their details and stop sharing them',
  requiredIn: 'body',
  isBlock: true,
}
const answers: Variable = { meaning: 'What the homeowner answered', requiredIn: 'body', isBlock: true }
const greeting: Variable = { meaning: '“Hello Aoife,”, or “Hello,” when the name does not look like one' }
const job: Variable = { meaning: 'The kind of job: “driveway job”' }
const jobInArea: Variable = { meaning: 'The kind of job and where: “driveway job in Leeds (LS1)”' }
const reference: Variable = { meaning: 'The reference: replies are recognised by it', requiredIn: 'subject' }
const firms: Variable = { meaning: 'How many firms may take the job on: “five firms”' }
const firm: Variable = { meaning: 'The name of the firm' }

/**
 * The version of all built-in emails, which each email's record names. Raise it by one when the words or the look of any
 * of them change, here or in another file.
 */
export const builtInVersion = 1

/** The emails that admins can write otherwise. Those about accounts and to staff are not among them. */
export const emailTemplates = {
  confirmation: {
    label: 'Confirmation',
    sent: 'To the homeowner, as soon as we have the request.',
    after: 'Why they get the email.',
    variables: { greeting, job, reference, firms, own_page: ownPage },
    builtIn: {
      subject: 'We have your request – {{reference}}',
      preheader: 'Your reference is {{reference}}. Here is what happens next.',
      title: 'We have your request',
      body: `{{greeting}}

Thank you. Your {{job}} is with us, and your reference is {{reference}}.

## What happens next

1. We show the job and your area, but not your name or contact details, to up to {{firms}}.
2. A firm that takes the job on gets your contact details. We email you its name straight away.
3. The firm then gets in touch to talk it through or to arrange a visit. Comparing quotes is free, and you are free to say no.

{{own_page}}

Something to ask? Just reply to this email and keep {{reference}} in the subject line.`,
    },
  },
  'accepted-notice': {
    label: 'A firm accepted',
    sent: 'To the homeowner, when a firm has got their contact details.',
    after: 'That we give the details to nobody else.',
    variables: {
      greeting,
      firm,
      job,
      reference,
      firm_details: { meaning: 'The firm’s name, phone and email', requiredIn: 'body', isBlock: true },
      earlier_firms: {
        meaning: 'Which firms had the details before, as a sentence; nothing for the first firm',
        requiredIn: 'body',
      },
      own_page: ownPage,
    },
    builtIn: {
      subject: '{{firm}} would like to quote – {{reference}}',
      preheader: '{{firm}} now has your contact details and will get in touch.',
      title: '{{firm}} would like to quote',
      body: `{{greeting}}

{{firm}} has taken on your {{job}} {{reference}}. We have given the firm your name and contact details, and it will get in touch with you.

{{firm_details}}

Something to ask? Reply to this email: your answer goes straight to {{firm}}.

{{earlier_firms}}

{{own_page}}`,
    },
  },
  quote: {
    label: 'Quote',
    sent: 'To the homeowner, when staff send a price.',
    after: 'Why they get the email.',
    variables: {
      greeting,
      job,
      reference,
      sender: { meaning: 'Whose quote it is: the name of the firm, or “Kerbside”' },
      introduction: {
        meaning:
          'Whose quote it is, as a sentence: “Here is our quote for …” or “Smith Ltd has asked us to send you …”',
        requiredIn: 'body',
      },
      amount: { meaning: 'The price: “£12,450.00”' },
      price: { meaning: 'The price, and whose it is, as a table', requiredIn: 'body', isBlock: true },
      message: { meaning: 'What the colleague who sends the quote has written', requiredIn: 'body', isBlock: true },
      signature: { meaning: 'The colleague’s name: “Mia, Kerbside”', requiredIn: 'body' },
      own_page: ownPage,
    },
    builtIn: {
      subject: 'Your quote from {{sender}} – {{reference}}',
      preheader: '{{amount}} for your {{job}}.',
      title: 'Your quote',
      body: `{{greeting}}

{{introduction}}

{{price}}

{{message}}

{{signature}}

## Ready to go ahead, or something to ask?

Just reply to this email and keep {{reference}} in the subject line. You are free to say no.

{{own_page}}`,
    },
  },
  offer: {
    label: 'Offer',
    sent: 'To a firm, when a job is offered to it.',
    after:
      'That a button confirms nothing by itself, the ways to the firm’s own page and to stop offers, and that the offer is for this firm only.',
    variables: {
      firm,
      job,
      job_in_area: jobInArea,
      reference,
      firms,
      answers: {
        ...answers,
        meaning: 'Reference, area, and what the homeowner answered, without name and contact details',
      },
      buttons: { meaning: 'Accept and Decline', requiredIn: 'body', isBlock: true },
      deadline: { meaning: 'Until when the firm may decide: “Wednesday 3 June at 14:05”', requiredIn: 'body' },
    },
    builtIn: {
      subject: 'New {{job_in_area}} – {{reference}}',
      preheader: 'Yours to accept or decline until {{deadline}}.',
      title: 'New {{job_in_area}}',
      body: `Hello {{firm}},

A homeowner is looking for quotes. Accept the job and you get their contact details at once. At most {{firms}} can take it on.

{{answers}}

{{buttons}}

Please decide by {{deadline}}. After that the job goes to another firm.`,
    },
  },
  'offer-digest': {
    label: 'Offers of the day',
    sent: 'To a firm that wants one email a day, with all jobs that are offered to it.',
    after:
      'That a button confirms nothing by itself, why it is one email a day, the ways to the firm’s own page and to stop offers, and that the offers are for this firm only.',
    variables: {
      firm,
      count: { meaning: 'How many jobs it offers: “2 new jobs”' },
      references: { meaning: 'The references of all jobs: replies are recognised by them', requiredIn: 'subject' },
      areas: { meaning: 'What the jobs are and where: “Driveway job in Leeds (LS1); …”' },
      jobs: { meaning: 'Each job with its answers, deadline, Accept and Decline', requiredIn: 'body', isBlock: true },
    },
    builtIn: {
      subject: '{{count}} – {{references}}',
      preheader: '{{areas}}',
      title: '{{count}} for you',
      body: `Hello {{firm}},

These homeowners are looking for quotes. Accept a job and you get the contact details at once.

{{jobs}}`,
    },
  },
  'contact-details': {
    label: 'Contact details',
    sent: 'To a firm, when it has accepted a job.',
    after: 'The way to the firm’s own page, and that the details are for this job only.',
    variables: {
      firm,
      job,
      job_in_area: jobInArea,
      reference,
      homeowner: { meaning: 'Name, phone, email and postcode of the homeowner', requiredIn: 'body', isBlock: true },
      reply_hint: { meaning: 'That a reply goes to the homeowner; nothing when they gave no email address' },
      button: { meaning: 'Open this job', requiredIn: 'body', isBlock: true },
      answers,
    },
    builtIn: {
      subject: 'Contact details for {{reference}}, {{job_in_area}}',
      preheader: 'You accepted this job. Here is how to reach the homeowner.',
      title: 'The job is yours to quote for',
      body: `Hello {{firm}},

You accepted the {{job}} {{reference}}. We have told the homeowner to expect you, so please get in touch as soon as you can.

## The homeowner

{{homeowner}}

{{reply_hint}}

{{button}}

Once you have quoted, or if something is wrong with the request, tell us there: it takes one tap.

## The job

{{answers}}`,
    },
  },
} as const satisfies Record<string, EmailTemplate>

export type TemplateName = keyof typeof emailTemplates
export const templateNames = Object.keys(emailTemplates) as [TemplateName, ...TemplateName[]]

/** An entry of the table with the types that all have in common. */
export const templateOf = (name: TemplateName): EmailTemplate => emailTemplates[name]

/** Words as an admin saved them; null once they went back to the built-in ones. Each save is a version of its own. */
export type TemplateVersion = {
  version: number
  words: EmailWords | null
  savedAt: Date
  savedBy: { id: string; name: string }
}
