import type { LeadStatus } from '@kerbside/schema/leads/lead'
import type { Role } from '@kerbside/schema/users/user'

export type DemoStaff = { name: string; email: string; password: string; role: Role; department: string }

/** Known to everybody who has read this file, so never in production: the api does not start there with one of them. */
export const demoStaff: readonly DemoStaff[] = [
  {
    name: 'Alex Morgan',
    email: 'admin@kerbside.example',
    password: 'kerbside-admin',
    role: 'admin',
    department: 'Operations',
  },
  {
    name: 'Sam Keane',
    email: 'manager@kerbside.example',
    password: 'kerbside-manager',
    role: 'manager',
    department: 'Customer care',
  },
]

// Invented homeowners. `.example` addresses and the 07700 900 range belong to nobody.

const firstNames =
  'Aoife Oliver Priya Conor Amelia Sean Grace Mohammed Niamh Jack Chloe Declan Isla Ravi Saoirse Harry Emily Cormac Zara Thomas'
const lastNames =
  'Bennett Byrne Patel Walsh Hughes Murphy Khan Clarke Doherty Evans Kelly Robinson Singh Gallagher Wright Nolan Morris Ahmed Quinn Taylor'

export const demoFirstNames = firstNames.split(' ')
export const demoLastNames = lastNames.split(' ')

/** Besides these, for a million leads: with few names, a search for one would find a twentieth of them. */
const moreFirstNames =
  'Adam Alice Anna Benjamin Callum Caoimhe Charlotte Ciara Daniel David Eilidh Eleanor Ella Emma Eoin Ethan Eva Fatima Finn Freya George Gethin Hannah Holly Hugo Imran Jacob James Jessica Joseph Kathleen Laura Leo Liam Lucy Luke Maeve Maria Mason Megan Mia Muhammad Nadia Noah Oisin Orla Oscar Padraig Peter Poppy Rachel Rhys Roisin Rory Ruby Samuel Sarah Sofia Tadhg Una William Yusuf'
const moreLastNames =
  'Adams Ali Allen Anderson Bailey Baker Barnes Begum Bell Brennan Brown Burke Butler Campbell Carroll Carter Chapman Collins Connolly Cook Cooper Cox Cunningham Daly Davies Davis Doyle Duffy Dunne Edwards Ellis Farrell Fisher Fitzgerald Fletcher Foster Fraser Gibson Gill Gordon Graham Grant Gray Green Griffiths Hall Hamilton Harris Harrison Hayes Healy Hill Holmes Hunt Hunter Hussain Jackson James Jenkins Johnson Johnston Jones Kaur Kavanagh Kennedy Kenny King Knight Lee Lewis Lloyd Lynch MacDonald Marshall Martin Mason Matthews McCarthy McDonnell McGrath McLaughlin McNamara Miller Mills Mitchell Moore Moran Morgan Morrison Murray Nguyen Owen Palmer Parker Phillips Powell Power Price Rafferty Regan Reid Reynolds Richards Richardson Roberts Rogers Ross Russell Ryan Scott Shah Sharma Shaw Sheehan Simpson Smith Stewart Sweeney Thomas Thompson Tobin Turner Walker Ward Watson Webb White Whelan Wilkinson Williams Wilson Wood Young'
export const manyFirstNames = [...demoFirstNames, ...moreFirstNames.split(' ')]
export const manyLastNames = [...demoLastNames, ...moreLastNames.split(' ')]

const postcodes =
  'SW1A 1AA, M1 1AE, BT1 5GS, D02 X285, SW7 2AZ, M20 3BG, BT9 6AF, D15 Y2NR, W8 4PX, M4 6BF, BT5 5AD, D04 T6F2'
export const demoPostcodes = postcodes.split(', ')

export const demoNotes = [
  'The drive slopes down to the garage and water collects in front of the door.',
  '',
  'Room for two cars, please, and a dropped kerb if the council allows one.',
  'There is an old oak close to the gate. We would like to keep it.',
  '',
  'Weekday mornings are best for a visit.',
  'The existing slabs are loose and one is broken. Somebody tripped last winter.',
  'We would like to see samples of the lighter colours.',
  '',
  'Access is by a shared lane, wide enough for a small lorry.',
]

/** What staff wrote when they moved a lead on; empty where they wrote nothing. */
export const demoStaffNotes: Record<Exclude<LeadStatus, 'lost'>, readonly (string | null)[]> = {
  new: [null],
  contacted: [
    'Spoke briefly: happy with the first firm, would like one more to look.',
    null,
    'Left a voicemail. Will try again after 4.',
    'Wants the visit on a Saturday. Told both firms.',
    null,
    'Asked about planning permission. Sent the council’s page.',
  ],
  quoted: [
    'Two quotes in, both with a base of 150 mm. Waiting for the third.',
    'Quote received, asked what drainage is included.',
    null,
    'One firm measured 52 m² and not 40: price adjusted.',
  ],
  converted: ['Signed, starts in three weeks.', 'Went with the firm that came first.', null, 'Deposit paid, 10 %.'],
}

export const demoLostReasons = [
  'Chose another firm',
  'Postponed to next year',
  'Too expensive',
  'Moving house instead',
  'No answer after three calls',
]

/** Stable, so that seeding twice finds what it made: the submission id of demo lead number `index`. */
export const demoSubmissionId = (index: number) => `0198d3a0-0000-7000-8000-${String(index).padStart(12, '0')}`
