const table = [
  ['block-paving', 'Block paving', 'Small blocks, many patterns, repaired one block at a time', [80, 130]],
  ['tarmac', 'Tarmac', 'Quick to lay and good value on larger drives', [45, 80]],
  ['resin-bound', 'Resin bound', 'Smooth, stone-coloured and lets rain through', [60, 110]],
  ['gravel', 'Gravel', 'The lowest price, and rain simply soaks away', [25, 55]],
  ['concrete', 'Concrete', 'Plain, strong and nearly maintenance-free', [65, 100]],
  ['imprinted-concrete', 'Imprinted concrete', 'One poured slab with the look of cobbles or slate', [80, 125]],
  ['natural-stone', 'Natural stone', 'Sandstone, granite or limestone setts that age well', [110, 190]],
  ['porcelain', 'Porcelain', 'Crisp large tiles that hardly stain or fade', [110, 200]],
] as const
export type MaterialSlug = (typeof table)[number][0]

export type Material = {
  slug: MaterialSlug
  name: string
  /** One line for the tile. */
  summary: string
  image: string
  /** Guide price per m², laid, for a straightforward job of 40–60 m² with a new base. */
  pounds: readonly [low: number, high: number]
}

/**
 * The eight surfaces that every home page shows, in this order. Every public page loads this file, so the details of the
 * /materials page are in default-materials.ts.
 */
export const materials: readonly Material[] = table.map(([slug, name, summary, pounds]) => ({
  slug,
  name,
  summary,
  image: `/images/materials/${slug}.svg`,
  pounds,
}))
