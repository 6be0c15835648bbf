// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { leadFixture } from '../testing/lead-fixture.ts'
import { LeadPhotos } from './lead-photos.tsx'

test('without photos nothing is shown; with photos their number is the title', async () => {
  const { show } = await renderStaff(<LeadPhotos lead={leadFixture} />, () => answerOf({}))
  expect(screen.queryByRole('region', { name: /drive/ })).toBeNull()
  const photos = ['a', 'b'].map((id) => ({ id, width: 4, height: 3 }))
  show(<LeadPhotos lead={{ ...leadFixture, photos }} />)
  expect(screen.getByRole('region', { name: '2 photos of the drive' }).querySelectorAll('li')).toHaveLength(2)
})
