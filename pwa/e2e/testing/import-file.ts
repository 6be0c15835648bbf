const header = [
  'Forename',
  'Surname',
  'E-mail',
  'Telephone',
  'Post code',
  'Property type',
  'Material',
  'Size',
  'Current surface',
  'Drainage',
  'Time frame',
  'Price range',
  'Received',
]
const job = 'Detached house;Block paving;20–40m²;Gravel;No;6+ months;Under £3,000'

/** As a spreadsheet of a German Excel writes it: semicolons, Windows line ends and a byte order mark. */
export const fileOf = (lines: string[]) => ({
  name: 'spring fair.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${[header.join(';'), ...lines].join('\r\n')}\r\n`),
})
/** A line of such a file. */
export const importedLead = (email: string, received = '2025-07-01 14:05') =>
  `Zoë;Byrne;${email};07700 900123;sw1a 1aa;${job};${received}`
