import { newStep, type HowItWorksContent } from '@kerbside/schema/pages/content/how-it-works-content'
import { newBenefitColour } from '@kerbside/schema/pages/content/icons'
import { benefitColourChoices } from '../fields/choice-fields.tsx'
import { ctaGroups, iconItems, pageHeroGroups, titleAndDescription } from './shared-groups.ts'
import { tabsOf } from './tab.tsx'

const tab = tabsOf<HowItWorksContent>()

export const howItWorksTabs = [
  tab('Hero', { hero: pageHeroGroups }),
  tab('Steps', {
    steps: {
      Heading: { line: 'title', label: 'Section title' },
      Items: {
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
    },
  }),
  tab('Benefits', {
    benefits: {
      Heading: { line: 'title', label: 'Section title' },
      Items: {
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
    },
  }),
  tab('CTA', { cta: ctaGroups('Disclaimer (optional)') }),
]
