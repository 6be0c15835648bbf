import { benefitColours, type BenefitColour } from '@kerbside/schema/pages/content/icons'
import type { Cursor } from './cursor.ts'
import { SelectField } from './select-field.tsx'
import { Swatch } from './swatch.tsx'

/** Told apart at a glance. The page itself sets the icon in a dark tone on a pale one. */
const looks: Record<BenefitColour, string> = {
  green: '#22c55e',
  blue: '#3b82f6',
  purple: '#a855f7',
  orange: '#f97316',
  red: '#ef4444',
  yellow: '#eab308',
  indigo: '#6366f1',
  pink: '#ec4899',
}

const choices = benefitColours.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
  picture: <Swatch paint={looks[value]} size={20} />,
}))

export function BenefitColourField({ field }: { field: Cursor<BenefitColour> }) {
  return <SelectField field={field} label="Colour" choices={choices} />
}
