import { expect, test } from 'vitest'
import { withNumbers } from './numbers-in-texts.ts'
import { defaultPublicSettings } from '../settings/public-settings.ts'

const figures = { medianResponse: '38 minutes', firmsPerRequest: '3.4', answeredInTime: '96%' }
const shown = <Content>(content: Content) => withNumbers(content, defaultPublicSettings, figures)
const hidden = <Content>(content: Content) => withNumbers(content, defaultPublicSettings, null)

test('figures stand where texts name them', () => {
  expect(shown('{answeredInTime} within {hours} hours, half within {medianResponse}: {firmsPerRequest} firms')).toBe(
    '96% within 2 hours, half within 38 minutes: 3.4 firms',
  )
  const one = withNumbers('{firmsPerRequest} firms', defaultPublicSettings, { ...figures, firmsPerRequest: '1' })
  expect(one).toBe('1 firm')
})

test.each([
  ['We are quick. Half hear within {medianResponse}. {Firms} firms at most.', 'We are quick. Five firms at most.'],
  ['{answeredInTime} in time! And free?', 'And free?'],
  ['Nothing to hide. {answeredInTime} in time', 'Nothing to hide.'],
  ['Quick, e.g. {medianResponse}. Free.', 'Free.'],
  ['Costs: £5.\nAnswers: {medianResponse}.\nNeeds: time.', 'Costs: £5.\nNeeds: time.'],
  ['One. Two {medianResponse}.\n\nThree.', 'One.\n\nThree.'],
  ['One.\n\nTwo {medianResponse}.\n\nThree.', 'One.\n\nThree.'],
  ['{firmsPerRequest} firms', ''],
  ['4.5 stars and {other}', '4.5 stars and {other}'],
])('without figures %j reads %j', (text, rest) => {
  expect(hidden({ text })).toEqual({ text: rest })
})

test('an entry of a list goes with a text that was left out, and one with a sentence left stays', () => {
  const content = {
    bullets: ['Free', '{answeredInTime} in time', ''],
    tiles: [
      { title: '{medianResponse}', description: 'to the first answer' },
      { title: 'Quick', description: 'We hurry. {medianResponse} on average.' },
      { title: '', description: 'No title was ever written' },
      { title: 'Plans', features: ['{answeredInTime}', 'Free'] },
    ],
    cta: { title: 'Ready?', subtitle: 'Half hear within {medianResponse}' },
  }
  expect(hidden(content)).toEqual({
    bullets: ['Free', ''],
    tiles: [
      { title: 'Quick', description: 'We hurry.' },
      { title: '', description: 'No title was ever written' },
      { title: 'Plans', features: ['Free'] },
    ],
    cta: { title: 'Ready?', subtitle: '' },
  })
  expect(shown(content).tiles).toHaveLength(4)
})
