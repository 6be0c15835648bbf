import { judgeContrast } from '@kerbside/schema/pages/colour-tools'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { expect, test } from 'vitest'
import { heroGround } from './hero-ground.ts'

const picture = '/images/hero.svg'
const hero = (changes: object) => ({ ...defaultHome.hero, ...changes })

test('without a picture the text stands on the background colour', () => {
  const { background } = defaultHome.hero.colors
  expect(heroGround(hero({ backgroundType: 'color', backgroundImage: picture }))).toBe(background)
  expect(heroGround(hero({ backgroundType: 'image-overlay', backgroundImage: '' }))).toBe(background)
})

test('on a bare picture nothing can be told', () => {
  expect(heroGround(hero({ backgroundType: 'image', backgroundImage: picture }))).toBeNull()
})

test('an overlay must carry the text over the lightest and the darkest picture', () => {
  const judged = (backgroundOverlay: string) => {
    const ground = heroGround(hero({ backgroundType: 'image-overlay', backgroundImage: picture, backgroundOverlay }))
    return judgeContrast('#111827', ground ?? '')?.enough
  }
  expect([judged('rgba(255,255,255,0.9)'), judged('rgba(255,255,255,0.2)'), judged('rgba(0,0,0,0.5)')]).toEqual([
    true,
    false,
    false,
  ])
})
