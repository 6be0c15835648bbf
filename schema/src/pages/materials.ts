export type Material = {
  slug: string
  name: string
  /** One line for the tile. */
  summary: string
  image: string
  /** Guide price per m², laid, for a straightforward job of 40–60 m² with a new base. */
  pounds: readonly [low: number, high: number]
  euros: readonly [low: number, high: number]
  lasts: string
  needs: string
  suits: string
}

const tile = (slug: string): string => `/images/materials/${slug}.svg`

/** The eight surfaces that every home page shows, in this order. */
export const materials: readonly Material[] = [
  {
    slug: 'block-paving',
    name: 'Block paving',
    summary: 'Small blocks, many patterns, repaired one block at a time',
    image: tile('block-paving'),
    pounds: [80, 130],
    euros: [75, 125],
    lasts: '20 to 30 years; sunken spots can be lifted and relaid.',
    needs:
      'A firm edge all round, new joint sand every few years and the odd weeding. Permeable blocks drain by themselves.',
    suits: 'Most homes, and any drive with pipes or cables that may need digging up.',
  },
  {
    slug: 'tarmac',
    name: 'Tarmac',
    summary: 'Quick to lay and good value on larger drives',
    image: tile('tarmac'),
    pounds: [45, 80],
    euros: [45, 80],
    lasts: '15 to 20 years, longer if it is resealed.',
    needs: 'Edging so that it does not crumble, a fall for rainwater, and fuel spills wiped up soon: they soften it.',
    suits: 'Long or large drives, and budgets that matter more than pattern.',
  },
  {
    slug: 'resin-bound',
    name: 'Resin bound',
    summary: 'Smooth, stone-coloured and lets rain through',
    image: tile('resin-bound'),
    pounds: [60, 110],
    euros: [70, 120],
    lasts: '15 to 25 years with a UV-stable resin.',
    needs:
      'A sound, open base under it (most of its cost and its life), a dry day for laying, and a wash once or twice a year.',
    suits: 'Wheelchairs, prams and anyone tired of loose stones or weeds.',
  },
  {
    slug: 'gravel',
    name: 'Gravel',
    summary: 'The lowest price, and rain simply soaks away',
    image: tile('gravel'),
    pounds: [25, 55],
    euros: [25, 55],
    lasts: 'As long as you top it up, usually every 3 to 5 years.',
    needs: 'A membrane, edging to keep it in, raking now and then. Plastic grids stop it moving under tyres.',
    suits: 'Level drives, country homes and tight budgets. Not steep slopes.',
  },
  {
    slug: 'concrete',
    name: 'Concrete',
    summary: 'Plain, strong and nearly maintenance-free',
    image: tile('concrete'),
    pounds: [65, 100],
    euros: [60, 95],
    lasts: '25 to 40 years.',
    needs: 'Joints so that it cracks where it should, a week before cars go on it, and somewhere for rainwater to go.',
    suits: 'Heavy vehicles, garages, workshops and long life for the money.',
  },
  {
    slug: 'imprinted-concrete',
    name: 'Imprinted concrete',
    summary: 'One poured slab with the look of cobbles or slate',
    image: tile('imprinted-concrete'),
    pounds: [80, 125],
    euros: [75, 125],
    lasts: '20 to 25 years if the seal is kept up.',
    needs: 'A new coat of sealer every 3 to 5 years and drainage at the edge. Repairs are hard to hide.',
    suits: 'Larger drives where weeds between blocks would be a nuisance.',
  },
  {
    slug: 'natural-stone',
    name: 'Natural stone',
    summary: 'Sandstone, granite or limestone setts that age well',
    image: tile('natural-stone'),
    pounds: [110, 190],
    euros: [110, 190],
    lasts: '40 years and more.',
    needs:
      'A bed made for cars rather than feet, pointing that is renewed in time, and stone rated for frost and traffic.',
    suits: 'Period homes and anyone who wants it done once.',
  },
  {
    slug: 'porcelain',
    name: 'Porcelain',
    summary: 'Crisp large tiles that hardly stain or fade',
    image: tile('porcelain'),
    pounds: [110, 200],
    euros: [115, 200],
    lasts: '25 years and more.',
    needs:
      'Tiles at least 20–30 mm thick and rated for vehicles, a full bed of mortar, and a firm that has laid it before.',
    suits: 'Modern homes, short drives and paths that match a patio.',
  },
]

const range = ([low, high]: readonly [number, number], sign: string): string => `${sign}${low}–${sign}${high}`

/** '£80–£130 per m² (€75–€125 in Ireland)' */
export function priceOf(material: Material): string {
  return `${range(material.pounds, '£')} per m² (${range(material.euros, '€')} in Ireland)`
}
