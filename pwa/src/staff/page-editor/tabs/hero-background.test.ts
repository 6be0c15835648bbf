import { checkContrast } from '@kerbside/schema/pages/colour-tools'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { expect, test } from 'vitest'
import { heroGround } from './hero-background.tsx'

const picture = '/images/hero.svg'
const hero = (changes: object) => ({ ...defaultHome.hero, ...changes })

test('without a picture the text stands on the background colour', () => {
  const { background } = defaultHome.hero.colors
  expect(heroGround(hero({ backgroundType: 'color', backgroundImage: picture }))).toBe(background)
  expect(heroGround(hero({ backgroundType: 'image-overlay', backgroundImage: '' }))).toBe(background)
})

test('on a picture without an overlay the background is unknown', () => {
  expect(heroGround(hero({ backgroundType: 'image', backgroundImage: picture }))).toBeNull()
})

test('an overlay must carry the text over the lightest and the darkest picture', () => {
  const canBeRead = (backgroundOverlay: string) => {
    const ground = heroGround(hero({ backgroundType: 'image-overlay', backgroundImage: picture, backgroundOverlay }))
    return checkContrast('#111827', ground ?? '')?.enough
  }
  expect([
    canBeRead('rgba(255,255,255,0.9)'),
    canBeRead('rgba(255,255,255,0.2)'),
    canBeRead('rgba(0,0,0,0.5)'),
  ]).toEqual([true, false, false])
})
