/** A link that calls a number: nothing but the number's plus sign and digits stands in it. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** Links that write to a mobile number, E.164; null for other numbers, which take no messages. */
export const messageLinks = (phone: string) =>
  /^\+(447|3538)\d+$/.test(phone) ? { text: `sms:${phone}`, whatsApp: `https://wa.me/${phone.slice(1)}` } : null

/** A link that opens the way to a place in the phone's map. */
export const directionsLink = (place: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`

/** A link that writes to an address: the address is encoded, so that it cannot add recipients or headers. */
export const emailLink = (address: string, subject?: string) =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`

/** How numbers are grouped: with their country code for staff, the way people here write them in emails. */
const phoneGroups: Record<'international' | 'national', readonly [RegExp, string][]> = {
  international: [
    [/^(\+44)(\d{4})(\d{6})$/, '$1 $2 $3'],
    [/^(\+353)(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3 $4'],
  ],
  national: [
    [/^\+44(2\d)(\d{4})(\d{4})$/, '0$1 $2 $3'],
    [/^\+44(1\d1|11\d)(\d{3})(\d{4})$/, '0$1 $2 $3'],
    [/^\+44(\d{4})(\d{5,6})$/, '0$1 $2'],
    [/^\+353(8\d)(\d{3})(\d{4})$/, '0$1 $2 $3'],
    [/^\+353(1)(\d{3})(\d{4})$/, '0$1 $2 $3'],
  ],
}

/** +447700900123 → +44 7700 900123, or 07700 900123 in the national form. Numbers of other countries stay as they are. */
export function formatPhone(e164: string, form: 'international' | 'national' = 'international'): string {
  const grouping = phoneGroups[form].find(([pattern]) => pattern.test(e164))
  return grouping ? e164.replace(...grouping) : e164
}
