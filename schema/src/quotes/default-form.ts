import type { FieldIcon, FieldType, FormField, FormLayout } from './form-definition.ts'
import { layoutOf } from './form-layout.ts'

type Words = { label: string; placeholder?: string }

function input(name: string, type: FieldType, icon: FieldIcon, words: Words): FormField {
  return {
    id: name,
    name,
    label: words.label,
    type,
    placeholder: words.placeholder ?? '',
    required: true,
    visible: true,
    width: 'half',
    icon,
    options: [],
  }
}

export function choice(name: string, icon: FieldIcon, words: Words, labels: string[]): FormField {
  return { ...input(name, 'select', icon, words), options: labels.map((label) => ({ value: label, label })) }
}

/** Bands rise: the two highest mark an urgent lead. */
export const budgetBands = [
  'Under £3,000',
  '£3,000 – £5,000',
  '£5,000 – £8,000',
  '£8,000 – £12,000',
  '£12,000 – £20,000',
  '£20,000+',
]

/** Soonest first: the first marks an urgent lead, the last one that can wait. */
export const timeframes = ['ASAP', 'Within 1 month', '1–3 months', '3–6 months', '6+ months']

export const defaultFormFields: FormField[] = [
  input('first_name', 'text', 'User', { label: 'First name', placeholder: 'e.g. Aoife' }),
  input('last_name', 'text', 'User', { label: 'Last name', placeholder: 'e.g. Bennett' }),
  input('email', 'email', 'Mail', { label: 'Email', placeholder: 'you@example.com' }),
  input('mobile', 'tel', 'Phone', { label: 'Mobile number', placeholder: 'e.g. 07700 900123' }),
  {
    ...input('postcode', 'text', 'MapPin', { label: 'Postcode or Eircode', placeholder: 'e.g. M1 1AE or D02 X285' }),
    required: false,
  },
  choice('propertyType', 'Home', { label: 'Property type', placeholder: 'Choose your property' }, [
    'Detached house',
    'Semi-detached house',
    'Terraced house',
    'Bungalow',
    'Flat or apartment',
    'Commercial property',
  ]),
  choice('drivewayType', 'Briefcase', { label: 'Type of job', placeholder: 'Choose the kind of job' }, [
    'New driveway',
    'Replace an existing driveway',
    'Extend a driveway',
    'Repair or resurface',
    'Path or patio',
  ]),
  choice('drivewayMaterial', 'List', { label: 'Preferred material', placeholder: 'Choose a surface' }, [
    'Block paving',
    'Tarmac',
    'Resin bound',
    'Gravel',
    'Concrete',
    'Imprinted concrete',
    'Natural stone',
    'Porcelain',
    'Not sure yet',
  ]),
  choice('drivewaySize', 'Hash', { label: 'Approximate size', placeholder: 'One car needs about 15m²' }, [
    'Up to 20m²',
    '20–40m²',
    '40–60m²',
    '60–80m²',
    '80m²+',
    'Not sure yet',
  ]),
  choice('currentSurface', 'Info', { label: 'Current surface', placeholder: 'What is there now?' }, [
    'Grass or soil',
    'Gravel',
    'Concrete',
    'Tarmac',
    'Paving or slabs',
    'Something else',
  ]),
  choice('drainageNeeded', 'AlertCircle', { label: 'Drainage needed', placeholder: 'Does water stand there now?' }, [
    'Yes',
    'No',
    'Not sure',
  ]),
  choice('timeframe', 'Calendar', { label: 'Timeframe', placeholder: 'When should it be done?' }, timeframes),
  choice('budget', 'CreditCard', { label: 'Budget', placeholder: 'Choose a budget' }, budgetBands),
  {
    ...input('additionalInfo', 'textarea', 'MessageSquare', {
      label: 'Additional information',
      placeholder: 'Access, slopes, drains, trees, the look you have in mind…',
    }),
    required: false,
    width: 'full',
  },
]

export const defaultFormLayout: FormLayout = layoutOf(defaultFormFields)
