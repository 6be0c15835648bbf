/** What the form tells the homeowner about sharing, kept with each lead word for word. */
export const quoteNotice =
  'By sending this form you ask us to find up to five firms for your job. Each firm first sees the job and the area only; ' +
  'a firm that takes it on then gets your contact details, and we tell you its name. You agree to our terms of use; ' +
  'our privacy notice says what we store, for how long, and what you can ask of us.'

/** The words in it that lead to a page, wherever it is shown. */
export const noticeLinks: Record<string, string> = { 'terms of use': '/terms', 'privacy notice': '/privacy' }
