/** The settings that pages and emails tell people about. */
export type PublicSettings = {
  /** How many firms may hold an offer or the details of one lead at a time. A lead keeps the number it came with. */
  firmsPerLead: number
  /** Hours in which homeowners are promised a first answer. */
  promiseHours: number
  /** Days that a held quote waits for staff before it is deleted. */
  heldDays: number
  /** Months without a change after which a lead that did not convert is deleted. 0: not by itself. */
  leadMonths: number
}

/** In force until an admin changes them. */
export const defaultPublicSettings: PublicSettings = { firmsPerLead: 5, promiseHours: 2, heldDays: 30, leadMonths: 12 }
