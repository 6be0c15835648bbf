const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A number as emails and pages write it: 'five'. */
export const inWords = (count: number): string => numbers[count] ?? String(count)

/** 'five firms', 'one hour'. */
export const countOf = (count: number, what: string): string => `${inWords(count)} ${what}${count === 1 ? '' : 's'}`

/** 'Five firms'. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
