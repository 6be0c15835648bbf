import { fieldIcons, type FieldIcon } from '../../quotes/form-definition.ts'

/** Icons of the home page's feature items. */
// oxfmt-ignore
export const featureIcons = [
  'DollarSign', 'Clock', 'Shield', 'Star', 'Users', 'MapPin', 'CheckCircle', 'TrendingDown', 'Award',
] as const
export type FeatureIcon = (typeof featureIcons)[number]

/** Icons of the about and how-it-works pages: the field icons without the last, CheckCircle. */
export const pageIcons: readonly FieldIcon[] = fieldIcons.slice(0, 34)

/** Every icon that page content can name. */
export type ContentIcon = FieldIcon | FeatureIcon

export const benefitColours = ['green', 'blue', 'purple', 'orange', 'red', 'yellow', 'indigo', 'pink'] as const
export type BenefitColour = (typeof benefitColours)[number]

/** What a new item starts with in the editors. */
export const newFeatureIcon: FeatureIcon = 'Star'
export const newBenefitColour: BenefitColour = 'blue'
