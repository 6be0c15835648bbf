/** What a price may say of an item of the checklist; an item that it does not name is "not said". */
export const inclusions = ['included', 'not-included'] as const
export type Inclusion = (typeof inclusions)[number]

type ChecklistItem = { name: string; label: string }

const groundworks: readonly ChecklistItem[] = [
  { name: 'excavation', label: 'Excavation' },
  { name: 'disposal', label: 'Disposal of waste' },
  { name: 'sub-base', label: 'Sub-base' },
  { name: 'edging', label: 'Edging' },
  { name: 'drainage', label: 'Drainage' },
  { name: 'permits', label: 'Permits and permissions' },
  { name: 'making-good', label: 'Making good' },
]

const buildings: readonly ChecklistItem[] = [
  { name: 'drawings', label: 'Drawings' },
  { name: 'permits', label: 'Permits and permissions' },
  { name: 'excavation', label: 'Excavation' },
  { name: 'disposal', label: 'Disposal of waste' },
  { name: 'electrics', label: 'Electrics' },
  { name: 'plumbing', label: 'Plumbing' },
  { name: 'making-good', label: 'Making good' },
]

const journeys: readonly ChecklistItem[] = [
  { name: 'driver', label: 'Driver' },
  { name: 'fuel', label: 'Fuel' },
  { name: 'tolls', label: 'Tolls and parking' },
  { name: 'waiting', label: 'Waiting time' },
]

/** What homeowners compare, by trade, in the order in which it is shown. */
const checklists: Record<string, readonly ChecklistItem[]> = {
  driveways: groundworks,
  extensions: buildings,
  'coach-hire': journeys,
}

/** The checklist of a trade; that of driveways for a trade without one of its own. */
export const checklistOf = (trade: string): readonly ChecklistItem[] => checklists[trade] ?? groundworks
