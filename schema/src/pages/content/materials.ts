export type MaterialSlug =
  | 'block-paving'
  | 'tarmac'
  | 'resin-bound'
  | 'gravel'
  | 'concrete'
  | 'imprinted-concrete'
  | 'natural-stone'
  | 'porcelain'

export type Material = {
  slug: MaterialSlug
  name: string
  /** One line for the tile. */
  summary: string
  image: string
  /** Guide price per m², laid, for a straightforward job of 40–60 m² with a new base. */
  pounds: readonly [low: number, high: number]
}

const tile = (slug: MaterialSlug): string => `/images/materials/${slug}.svg`

/**
 * The eight surfaces that every home page shows, in this order. What else the /materials page tells of them stands in
 * default-materials.ts: every public page loads this file.
 */
export const materials: readonly Material[] = [
  {
    slug: 'block-paving',
    name: 'Block paving',
    summary: 'Small blocks, many patterns, repaired one block at a time',
    image: tile('block-paving'),
    pounds: [80, 130],
  },
  {
    slug: 'tarmac',
    name: 'Tarmac',
    summary: 'Quick to lay and good value on larger drives',
    image: tile('tarmac'),
    pounds: [45, 80],
  },
  {
    slug: 'resin-bound',
    name: 'Resin bound',
    summary: 'Smooth, stone-coloured and lets rain through',
    image: tile('resin-bound'),
    pounds: [60, 110],
  },
  {
    slug: 'gravel',
    name: 'Gravel',
    summary: 'The lowest price, and rain simply soaks away',
    image: tile('gravel'),
    pounds: [25, 55],
  },
  {
    slug: 'concrete',
    name: 'Concrete',
    summary: 'Plain, strong and nearly maintenance-free',
    image: tile('concrete'),
    pounds: [65, 100],
  },
  {
    slug: 'imprinted-concrete',
    name: 'Imprinted concrete',
    summary: 'One poured slab with the look of cobbles or slate',
    image: tile('imprinted-concrete'),
    pounds: [80, 125],
  },
  {
    slug: 'natural-stone',
    name: 'Natural stone',
    summary: 'Sandstone, granite or limestone setts that age well',
    image: tile('natural-stone'),
    pounds: [110, 190],
  },
  {
    slug: 'porcelain',
    name: 'Porcelain',
    summary: 'Crisp large tiles that hardly stain or fade',
    image: tile('porcelain'),
    pounds: [110, 200],
  },
]
