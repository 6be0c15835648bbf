import { choice, defaultFormFields, timeframes } from '../../../quotes/default-form.ts'
import type { FormField } from '../../../quotes/form-definition.ts'

const asked = (name: string): FormField => {
  const field = defaultFormFields.find((one) => one.name === name)
  if (!field) throw new Error(`The default form does not ask for ${name}`)
  return field
}

export const aboutTheJob = 'Access, trees, drains, the neighbour’s wall, how you want to live in it…'

const propertyType = asked('propertyType')

/** Who asks, when and for how much as in the default form; the rest is about a building. */
export const extensionsFormFields: FormField[] = [
  ...['first_name', 'last_name', 'email', 'mobile', 'postcode'].map(asked),
  { ...propertyType, options: propertyType.options.filter(({ value }) => value !== 'Commercial property') },
  choice('extensionType', 'Building', { label: 'Type of extension', placeholder: 'Choose what you have in mind' }, [
    'Single storey at the rear',
    'Side return',
    'Wraparound',
    'Two storeys',
    'Loft conversion',
    'Garage conversion',
    'Not sure yet',
  ]),
  choice('extensionUse', 'List', { label: 'Main use', placeholder: 'What is the room for?' }, [
    'Kitchen or dining room',
    'Living room',
    'Bedroom or bathroom',
    'Office',
    'Rooms for a relative',
    'Something else',
  ]),
  choice('extensionSize', 'Hash', { label: 'Approximate size', placeholder: 'A large kitchen has about 25m²' }, [
    'Up to 15m²',
    '15–25m²',
    '25–40m²',
    '40–60m²',
    '60m²+',
    'Not sure yet',
  ]),
  choice('planningStage', 'FileText', { label: 'Plans so far', placeholder: 'How far are you?' }, [
    'Only an idea',
    'Sketches',
    'Drawings by an architect',
    'Planning permission granted',
    'Not sure',
  ]),
  choice('timeframe', 'Calendar', { label: 'Timeframe', placeholder: 'When should it be done?' }, timeframes),
  choice('budget', 'CreditCard', { label: 'Budget', placeholder: 'Choose a budget' }, [
    'Under £40,000',
    '£40,000 – £60,000',
    '£60,000 – £80,000',
    '£80,000 – £120,000',
    '£120,000 – £160,000',
    '£160,000+',
  ]),
  { ...asked('additionalInfo'), placeholder: aboutTheJob },
]
