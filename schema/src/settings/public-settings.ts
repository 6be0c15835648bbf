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

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A number as emails and pages write it: 'five'. */
export const inWords = (count: number): string => numbers[count] ?? String(count)

/** 'five firms', 'one hour'. */
export const countOf = (count: number, what: string): string => `${inWords(count)} ${what}${count === 1 ? '' : 's'}`

/** 'Five firms'. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
