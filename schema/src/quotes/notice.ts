/** What the form tells the homeowner about sharing, kept with each lead word for word. */
export const quoteNotice =
  'By sending this form you ask us to find up to five firms for your job. Each firm first sees the job and the area only; ' +
  'a firm that takes it on then gets your contact details, and we tell you its name.'
