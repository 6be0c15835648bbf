import { benefitColours, type BenefitColour } from '@kerbside/schema/pages/icons'
import type { Cursor } from './cursor.ts'
import { SelectField } from './select-field.tsx'
import { Swatch } from './swatch.tsx'

/** As the public page paints them. */
const looks: Record<BenefitColour, string> = {
  green: '#15803d',
  blue: '#1d4ed8',
  purple: '#7e22ce',
  orange: '#c2410c',
  red: '#b91c1c',
  yellow: '#854d0e',
  indigo: '#4338ca',
  pink: '#be185d',
}

const choices = benefitColours.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
  picture: <Swatch paint={looks[value]} size={20} />,
}))

export function BenefitColourField({ field }: { field: Cursor<BenefitColour> }) {
  return <SelectField field={field} label="Colour" choices={choices} />
}
