/**
 * In force until an admin changes them: the settings that pages and emails tell people about. They stand apart from all
 * others because the site's bundle holds these alone.
 */
export const defaultPublicSettings = { firmsPerLead: 5, promiseHours: 2, heldDays: 30, leadMonths: 12 }
export type PublicSettings = typeof defaultPublicSettings
