import { defaultHowItWorks } from '../default-how-it-works.ts'
import type { HowItWorksContent } from '../../content/how-it-works-content.ts'

/** What differs from the built-in page, by the number of the step. */
const steps: Record<string, string> = {
  '1': 'Kind of extension, size, what the room is for, how far the plans are. If you do not know something, say so: “Not sure yet” is a good answer. No signal? The form keeps your answers on your phone and sends them when you are back online.',
  '4': 'A serious quote needs a visit and, sooner or later, drawings: ground, drains and the way in do not show on a form. Ask each builder the same questions: How deep are the foundations? Who moves the drain? Are drawings, fees and the kitchen in the price? Is VAT?',
  '5': 'Compare what each price includes, visit a finished job nearby, and agree dates and stage payments in writing. Never pay for a stage before it is done. If none of the quotes is right, you owe nobody anything.',
}

/** A how-it-works page of a site for house extensions. */
export const extensionsHowItWorks: HowItWorksContent = {
  ...defaultHowItWorks,
  steps: {
    ...defaultHowItWorks.steps,
    items: defaultHowItWorks.steps.items.map((item) => ({
      ...item,
      description: steps[item.step] ?? item.description,
    })),
  },
  benefits: {
    ...defaultHowItWorks.benefits,
    items: [
      {
        icon: 'Info',
        title: 'Planning permission',
        description:
          'In England many single storeys at the rear need none: up to 4 m beyond a detached house, 3 m beyond others, within limits of height and area. Listed houses, conservation areas and flats are different. Scotland, Wales, Northern Ireland and Ireland have rules of their own: ask your council.',
        color: 'blue',
      },
      {
        icon: 'CheckSquare',
        title: 'Building regulations',
        description:
          'They apply whether or not you need permission. An inspector looks at foundations, drains, insulation and fire safety as the work goes on. Ask for the completion certificate: a buyer will.',
        color: 'orange',
      },
      {
        icon: 'Users',
        title: 'The wall to the neighbour',
        description:
          'In England and Wales, building on or near a shared wall needs notice under the Party Wall Act, up to two months before. Talk first, then write.',
        color: 'green',
      },
      {
        icon: 'FileText',
        title: 'Drawings make quotes alike',
        description:
          'Without them each builder prices a different building. A plan, a section and a list of finishes are enough for a first round of prices.',
        color: 'purple',
      },
      ...defaultHowItWorks.benefits.items.filter(({ title }) => title === 'Your details, your say'),
      {
        icon: 'CreditCard',
        title: 'Keep a tenth aside',
        description:
          'Old houses hold surprises: a drain, a beam, ground that is softer than it looked. Ask each builder how changes are priced before they are made.',
        color: 'yellow',
      },
    ],
  },
}
