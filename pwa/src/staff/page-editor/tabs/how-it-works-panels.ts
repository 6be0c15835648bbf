import { newStep, type HowItWorksContent } from '@kerbside/schema/pages/content/how-it-works-content'
import { newBenefitColour } from '@kerbside/schema/pages/content/icons'
import { benefitColourChoices } from '../fields/choice-fields.tsx'
import { panelsOf } from './panel.tsx'
import { ctaGroups, iconItems, pageHeroGroups, titleAndDescription } from './shared-groups.ts'

const panel = panelsOf<HowItWorksContent>()

export const HowItWorksHeroPanel = panel('hero', pageHeroGroups)

export const StepsPanel = panel('steps', {
  Heading: [{ line: 'title', label: 'Section title' }],
  Items: [
    {
      items: 'items',
      counted: true,
      entry: 'step',
      create: newStep,
      summary: ({ step, title, description, icon }) => ({ title: `${step}. ${title}`, note: description, icon }),
      fields: [
        [
          { line: 'step', label: 'Step number' },
          { icon: 'icon', from: 'page' },
        ],
        ...titleAndDescription,
      ],
    },
  ],
})

export const BenefitsPanel = panel('benefits', {
  Heading: [{ line: 'title', label: 'Section title' }],
  Items: [
    {
      items: 'items',
      ...iconItems('page'),
      entry: 'benefit',
      create: () => ({ icon: 'Star', title: '', description: '', color: newBenefitColour }),
      fields: [
        [
          { icon: 'icon', from: 'page' },
          { choice: 'color', label: 'Colour', choices: benefitColourChoices },
        ],
        ...titleAndDescription,
      ],
    },
  ],
})

export const HowItWorksCtaPanel = panel('cta', ctaGroups('Disclaimer (optional)'))
