import { brand } from '../../brand.ts'
import { defaultHome } from './default-home.ts'
import type { HowItWorksContent } from '../content/how-it-works-content.ts'

/** The built-in how-it-works page. */
export const defaultHowItWorks: HowItWorksContent = {
  hero: {
    title: 'How it works',
    subtitle: 'From two minutes on your phone to quotes you can put side by side.',
    colors: {
      background: `linear-gradient(to right, ${brand.green}, #059669)`,
      titleText: brand.ground,
      subtitleText: brand.ground,
    },
  },
  steps: {
    title: 'Five steps, and you can stop after any of them',
    items: [
      {
        step: '1',
        title: 'Describe the job',
        description:
          'Size, surface, what is there now, when you would like it done. If you do not know something, say so: “Not sure yet” is a good answer. No signal? The form keeps your answers on your phone and sends them when you are back online.',
        icon: 'FileText',
      },
      {
        step: '2',
        title: 'We confirm it arrived',
        description:
          'You get an email with a reference and what happens next. Its link shows who has your details, and lets you stop.',
        icon: 'Mail',
      },
      {
        step: '3',
        title: 'Local firms read about the job',
        description:
          'They see the job and the area, not your name or number. Firms that have the time and the right crew take it up, {firms} at most. We aim for the first answer within {hours} hours.',
        icon: 'Users',
      },
      {
        step: '4',
        title: 'They get in touch, and most will want to look',
        description:
          'A serious quote usually needs a visit: levels, drains and access do not show on a form. Ask each firm the same questions: What base is included? Where will rainwater go? Who takes the old surface away? Is VAT in the price?',
        icon: 'Calendar',
      },
      {
        step: '5',
        title: 'You choose, or you do not',
        description:
          'Compare what each price includes, ask for two addresses you can drive past, and agree dates and stage payments in writing. Never pay in full before the work is done. If none of the quotes is right, you owe nobody anything.',
        icon: 'Star',
      },
    ],
  },
  benefits: {
    title: 'Worth knowing before anyone starts digging',
    items: [
      {
        icon: 'Info',
        title: 'Planning permission',
        description:
          'In England you need planning permission to pave more than 5 m² of a front garden with a surface that does not let water through, unless the rain runs off to a lawn, border or soakaway. Permeable paving, gravel and resin bound on an open base need none. Scotland, Wales, Northern Ireland and Ireland have rules of their own: ask your council.',
        color: 'blue',
      },
      {
        icon: 'AlertCircle',
        title: 'Dropped kerb',
        description:
          'Driving across a pavement needs a dropped kerb, and that needs your council’s consent. Apply early; it can take longer than the drive itself.',
        color: 'orange',
      },
      {
        icon: 'Shield',
        title: 'The base is what you pay for',
        description:
          'A surface fails when what is under it moves. Expect 150–200 mm of compacted stone for cars, more on clay. A quote that does not name a depth is not finished.',
        color: 'green',
      },
      {
        icon: 'Home',
        title: 'Keep it below the damp course',
        description:
          'The finished surface should lie at least 150 mm below your damp-proof course and fall away from the house. Ask how each firm will manage the level at your door.',
        color: 'purple',
      },
      {
        icon: 'Lock',
        title: 'Your details, your say',
        description: '{Firms} firms at most, each named to you by email, and one button to stop.',
        color: 'indigo',
      },
      {
        icon: 'Clock',
        title: 'When to ask',
        description:
          'Spring and early summer are busy. Quotes asked for in autumn and winter often come with earlier dates; resin and tarmac wait for dry days.',
        color: 'yellow',
      },
    ],
  },
  cta: {
    ...defaultHome.cta,
    title: 'Step one takes two minutes',
    subtitle: 'You will have a reference in your inbox straight away.',
  },
}
