import type { QuoteRequest } from '@kerbside/schema/submission/quote-request'

/** The whole default form, filled in under the names of REST, with another contact each time. */
export const restAnswers = () => ({
  first_name: 'Aoife',
  last_name: 'Byrne',
  email: `aoife-${crypto.randomUUID().slice(0, 8)}@example.com`,
  mobile: `07700 900${String(Math.floor(Math.random() * 1_000)).padStart(3, '0')}`,
  postcode: 'sw1a 1aa',
  property_type: 'Detached house',
  driveway_type: 'New driveway',
  driveway_material: 'Block paving',
  driveway_size: '20–40m²',
  current_condition: 'Grass or soil',
  drainage_needed: 'Yes',
  timeframe: 'ASAP',
  budget: '£5,000 – £8,000',
  additional_info: 'The gate is narrow.',
})

/** The same under the form's own names. */
export function formAnswers() {
  const { property_type, driveway_type, driveway_material, driveway_size, ...rest } = restAnswers()
  const { current_condition, drainage_needed, additional_info, ...same } = rest
  return {
    ...same,
    propertyType: property_type,
    drivewayType: driveway_type,
    drivewayMaterial: driveway_material,
    drivewaySize: driveway_size,
    currentSurface: current_condition,
    drainageNeeded: drainage_needed,
    additionalInfo: additional_info,
  }
}

/** For calling the service in tests. */
export function aQuote(changes: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    transport: 'graphql',
    submissionId: crypto.randomUUID(),
    ...changes,
    answers: { ...formAnswers(), ...changes.answers },
  }
}
