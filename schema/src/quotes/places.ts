import { districtOf, postcodeAreas } from './postcode.ts'

// County, then routing keys and post towns of Eircodes. Used for the counties of firms and the town of an offer.
const irish = `
Carlow: R21 Mhuine Bheag|R93 Carlow
Cavan: H12 Cavan|H14 Belturbet|H16 Cootehill
Clare: V14 Shannon|V15 Kilrush|V95 Ennis
Cork: P12 Macroom|P14 Crookstown|P17 Kinsale|P24 Cobh|P25 Midleton|P31 Ballincollig|P32 Rylane|P36 Youghal|P43 Carrigaline|P47 Dunmanway|P51 Mallow|P56 Charleville|P61 Fermoy|P67 Mitchelstown|P72 Bandon|P75 Bantry|P81 Skibbereen|P85 Clonakilty|T12 Cork Southside|T23 Cork Northside|T34 Carrignavar|T45 Glanmire|T56 Watergrasshill
Donegal: F92 Letterkenny|F93 Lifford|F94 Donegal
Dublin: A41 Ballyboughal|A42 Garristown|A45 Oldtown|A94 Blackrock|A96 Glenageary|D01 Dublin 1|D02 Dublin 2|D03 Dublin 3|D04 Dublin 4|D05 Dublin 5|D06 Dublin 6|D6W Dublin 6W|D07 Dublin 7|D08 Dublin 8|D09 Dublin 9|D10 Dublin 10|D11 Dublin 11|D12 Dublin 12|D13 Dublin 13|D14 Dublin 14|D15 Dublin 15|D16 Dublin 16|D17 Dublin 17|D18 Dublin 18|D20 Dublin 20|D22 Dublin 22|D24 Dublin 24|K32 Balbriggan|K34 Skerries|K36 Malahide|K45 Lusk|K56 Rush|K67 Swords|K78 Lucan
Galway: H53 Ballinasloe|H54 Tuam|H62 Loughrea|H65 Athenry|H71 Clifden|H91 Galway
Kerry: V23 Caherciveen|V31 Listowel|V92 Tralee|V93 Killarney
Kildare: R14 Athy|R51 Kildare|R56 Curragh|W12 Newbridge|W23 Celbridge|W34 Monasterevin|W91 Naas
Kilkenny: R95 Kilkenny
Laois: R32 Portlaoise
Leitrim: N41 Carrick-on-Shannon
Limerick: V35 Kilmallock|V42 Newcastle West|V94 Limerick
Longford: N39 Longford
Louth: A91 Dundalk|A92 Drogheda
Mayo: F12 Claremorris|F23 Castlebar|F26 Ballina|F28 Westport|F31 Ballinrobe|F35 Ballyhaunis
Meath: A82 Kells|A83 Enfield|A84 Ashbourne|A85 Dunshaughlin|A86 Dunboyne|C15 Navan
Monaghan: A75 Castleblayney|A81 Carrickmacross|H18 Monaghan|H23 Clones
Offaly: R35 Tullamore|R42 Birr|R45 Edenderry
Roscommon: F42 Roscommon|F45 Castlerea|F52 Boyle
Sligo: F56 Ballymote|F91 Sligo
Tipperary: E21 Cahir|E25 Cashel|E32 Carrick-on-Suir|E34 Tipperary|E41 Thurles|E45 Nenagh|E53 Roscrea|E91 Clonmel
Waterford: X35 Dungarvan|X42 Kilmacthomas|X91 Waterford
Westmeath: N37 Athlone|N91 Mullingar
Wexford: Y21 Enniscorthy|Y25 Gorey|Y34 New Ross|Y35 Wexford
Wicklow: A63 Greystones|A67 Wicklow|A98 Bray|Y14 Arklow
`

const routingKeys = new Map<string, { town: string; county: string }>()
for (const line of irish.trim().split('\n')) {
  const [county = '', keys = ''] = line.split(': ')
  for (const entry of keys.split('|')) routingKeys.set(entry.slice(0, 3), { town: entry.slice(4), county })
}
export const isRoutingKey = (text: string): boolean => routingKeys.has(text)

export const irishCounties: readonly string[] = [...new Set([...routingKeys.values()].map(({ county }) => county))]

export const routingKeysOf = (county: string): string[] =>
  [...routingKeys].flatMap(([key, place]) => (place.county === county ? [key] : []))

/** The town people know a district by: `SW1A` → South West London, `D02` → Dublin 2. Null for an unknown district. */
export function townOf(district: string): string | null {
  const key = routingKeys.get(district)
  if (key) return key.town
  return postcodeAreas[/^[A-Z]+/.exec(district)?.[0] ?? ''] ?? null
}

/** 'South West London (SW1A)': all that a firm learns of the place before it accepts. Null without a postcode. */
export function areaOf(postcode: string | null): string | null {
  if (postcode === null) return null
  const { district } = districtOf(postcode)
  const town = townOf(district)
  return town === null ? district : `${town} (${district})`
}

/** The Irish county of an Eircode; null elsewhere, where postcodes and counties do not line up. */
export const countyOf = (postcode: string | null): string | null =>
  postcode === null ? null : (routingKeys.get(districtOf(postcode).district)?.county ?? null)
