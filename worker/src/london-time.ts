const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** 'Tuesday 3 February at 14:05', the same in London, Belfast and Dublin. */
export const dayAndTimeOf = (date: Date): string => dayAndTime.format(date).replace(/(?:,| at)? (?=\d\d:\d\d$)/, ' at ')
