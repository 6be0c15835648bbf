const london = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** YYYY-MM-DD by the clocks of London, summer time included: what a daily cap counts by. */
export const londonDay = (date: Date): string => london.format(date)
