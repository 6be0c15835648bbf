export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'number', 'date', 'select', 'checkbox', 'url'] as const
export type FieldType = (typeof fieldTypes)[number]

export const fieldWidths = ['half', 'full'] as const
export type FieldWidth = (typeof fieldWidths)[number]

/** Icons a form field may carry, in the order the picker shows them. */
// oxfmt-ignore
export const fieldIcons = [
  'User', 'Mail', 'Phone', 'Hash', 'FileText', 'List', 'CheckSquare', 'Circle', 'MapPin', 'Calendar', 'Clock',
  'Building', 'Users', 'CreditCard', 'Lock', 'Key', 'Globe', 'MessageSquare', 'Search', 'Settings', 'Home',
  'Briefcase', 'Heart', 'Star', 'Tag', 'Camera', 'Upload', 'Download', 'Link', 'Eye', 'EyeOff', 'Shield',
  'AlertCircle', 'Info', 'CheckCircle',
] as const
export type FieldIcon = (typeof fieldIcons)[number]

export const formLimits = { fields: 60, options: 100, label: 200, placeholder: 200, option: 200, name: 64 } as const

export type FieldOption = { value: string; label: string }

export type FormField = {
  /** Stable for the life of the field: the layout refers to it. */
  id: string
  /** The key of the answer in every request and in the stored lead. */
  name: string
  label: string
  type: FieldType
  placeholder: string
  required: boolean
  visible: boolean
  width: FieldWidth
  icon: FieldIcon
  /** For a select; empty for every other type. */
  options: FieldOption[]
}

export type LayoutColumn = { id: string; fieldIds: string[] }
export type LayoutRow = { id: string; columns: LayoutColumn[] }
export type FormLayout = { rows: LayoutRow[] }

/** Of a field that nobody has named yet. */
export const newFieldLabel = 'New Field'

/** The field that the builder adds to a form with `count` fields. */
export function newField(count: number): FormField {
  const id = `field_${count + 1}`
  return {
    id,
    name: id,
    label: newFieldLabel,
    type: 'text',
    placeholder: '',
    required: false,
    visible: true,
    width: 'half',
    icon: 'FileText',
    options: [],
  }
}

/** `newField`, stepping past ids and names that an earlier removal left in use. */
export function nextField(fields: readonly FormField[]): FormField {
  const taken = new Set(fields.flatMap((field) => [field.id, field.name]))
  let count = fields.length
  while (taken.has(`field_${count + 1}`)) count += 1
  return newField(count)
}

/** A new option takes its label as value. */
export const newOption = (label: string): FieldOption => ({ value: label, label })
