import {
  usualTimeZone,
  weekdays,
  type Area,
  type Contact,
  type Trade,
  type WorkingDay,
} from '@kerbside/schema/contractors/contractor'

export type DemoContractor = {
  name: string
  email: string
  phone: string
  contacts: Contact[]
  trades: Trade[]
  areas: Area[]
  workingHours: WorkingDay[]
  timeZone: string
}

type Row = [name: string, areas: string, trades?: Trade[]]

const both: Trade[] = ['driveways', 'extensions']

// Six firms for each city, so that its middle (SW1A 1AA, M1 1AE, BT1 5GS, D02 X285) always has more than the five that
// a lead may go to. Areas as people write them: postcode areas and districts, Irish routing keys, a county.
const rows: Row[] = [
  ['Thames Paving', 'SW SE W'],
  ['Westminster Drives', 'SW1 W1 WC'],
  ['Capital Kerbs', 'SW1 SW3 SW7 W8', both],
  ['Pimlico Surfacing', 'SW1 SW11', both],
  ['Albion Groundworks', 'SW N NW E EC'],
  ['Bow Bells Landscapes', 'SW1A SW1 E1 E14'],
  ['Mancunian Driveways', 'M'],
  ['Ancoats Stone and Paving', 'M1 M4 M11'],
  ['Irwell Resin', 'M1 M3 M5 M6'],
  ['Northern Quarter Builders', 'M1 M2 M4', both],
  ['Pennine Block Paving', 'M OL SK', both],
  ['Red Rose Surfacing', 'M1 M14 M20 M21'],
  ['Lagan Driveways', 'BT'],
  ['Titanic Paving', 'BT1 BT3 BT4 BT5'],
  ['Cave Hill Groundworks', 'BT1 BT14 BT15', both],
  ['Castlereagh Kerbs', 'BT1 BT5 BT6'],
  ['Ulster Stonework', 'BT', both],
  ['Cathedral Quarter Homes', 'BT1 BT2 BT7 BT9', both],
  ['Liffey Paving', 'county:Dublin'],
  ['Georgian Drives', 'D01 D02 D04 D06'],
  ['Howth Stone', 'D02 D03 D05 D13'],
  ['Phoenix Park Surfacing', 'D02 D07 D08 D15', both],
  ['Dodder Groundworks', 'D02 D04 D06 D6W D14', both],
  ['Dublin Bay Builders', 'county:Dublin', both],
]

/** Every third firm has people of its own. */
const people = [
  'Priya Shah',
  'Owen Hughes',
  'Niamh Kelly',
  'Tom Baker',
  'Grace Osei',
  'Aidan Walsh',
  'Ruth Cole',
  'Liam Fox',
]

export const demoContractors: readonly DemoContractor[] = rows.map(([name, areaText, trades], index) => {
  const areas = areaText.split(' ').map(readArea)
  const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example`
  const phone = `+447700900${String(500 + index)}` // a range that is kept free for fiction
  const owner = index % 3 === 0 ? people[index / 3] : undefined
  return {
    name,
    email: `jobs@${domain}`,
    phone,
    contacts: owner ? [contactOf(owner, 'Owner', domain, phone), contactOf('Sam Lee', 'Office', domain, null)] : [],
    trades: trades ?? ['driveways'],
    areas,
    workingHours: hoursOf(index % 2 === 0),
    timeZone: usualTimeZone(areas),
  }
})

function contactOf(name: string, role: string, domain: string, phone: string | null): Contact {
  return { name, role, email: `${name.toLowerCase().replace(' ', '.')}@${domain}`, phone, isMain: false }
}

function hoursOf(worksOnSaturday: boolean): WorkingDay[] {
  const days = weekdays.slice(0, 5).map((day) => ({ day, from: '08:00', to: '17:30' }))
  return worksOnSaturday ? [...days, { day: 'saturday', from: '09:00', to: '13:00' }] : days
}

function readArea(text: string): Area {
  if (text.startsWith('county:')) return { kind: 'county', value: text.slice('county:'.length) }
  // Eircode routing keys are a letter and two digits, or D6W; no British district of ours looks like that in Dublin.
  if (/^D(\d\d|6W)$/.test(text)) return { kind: 'routing-key', value: text }
  return { kind: 'outcode', value: text }
}

/** High, so that trying things out is not throttled. */
export const demoDailyCap = 200
