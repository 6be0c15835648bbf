// @vitest-environment jsdom
import { imageUrl } from '@kerbside/schema/images/image'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Answer } from '../../../api/testing/fake-session.ts'
import { anImageStore } from '../../testing/upload.ts'
import { specTexts } from '../testing/spec-labels.ts'
import { buttonNamed, openEntries, openTab } from '../testing/render-editor.tsx'

declare const jsdom: { reconfigure: (settings: { url: string }) => void }

const id = '64b7f0c2a1b2c3d4e5f60718'
const stored: Answer = { status: 201, body: { image: { id, path: `images/${id}`, name: 'house', size: 7 } } }

/** Where the page sends uploads; each is answered when the test calls `answerNext`. */
async function aStore(...answers: Answer[]) {
  const waiting: (() => void)[] = []
  const server = await anImageStore(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return answers.shift() ?? stored
  })
  jsdom.reconfigure({ url: `${server.url}/admin/home-editor/edit/root` })
  const answerNext = async () => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.()
  }
  return { answerNext }
}

function choose(...names: string[]): void {
  const files = names.map(
    (name) => new File(['pretend'], name, { type: name.endsWith('.txt') ? 'text/plain' : 'image/png' }),
  )
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
}

const openHero = () =>
  openTab('home', 'Hero', { edit: (home) => ({ ...home, hero: { ...home.hero, backgroundType: 'image' } }) })

test('a background image is attached as soon as it is stored', async () => {
  const store = await aStore()
  const { content } = openHero()
  expect(document.querySelector('input[type=file]')).toHaveProperty('accept', 'image/*')
  choose('house.png')
  expect(screen.getByLabelText('Uploading house.png').getAttribute('role')).toBe('progressbar')
  await store.answerNext()
  expect(await screen.findByText(specTexts.backgroundUploaded)).toBeTruthy()
  expect(content().hero.backgroundImage).toBe(imageUrl(id))
})

test.each([
  ['rejected', { status: 422, body: { message: 'This image is damaged.' } }, 'This image is damaged.'],
  [
    'answered without an id',
    { status: 201, body: { image: { path: 'p' } } },
    'Invalid image store response: missing id or path',
  ],
])('an upload that is %s leaves the content as it was', async (_what, answer, message) => {
  const store = await aStore(answer)
  const { content } = openHero()
  const before = content()
  choose('house.png')
  await store.answerNext()
  expect((await screen.findByText(specTexts.uploadFailed)).parentElement?.textContent).toContain(message)
  expect(content()).toEqual(before)
})

test('a cancelled upload leaves the content as it was, and shows no error', async () => {
  await aStore()
  const { content } = openHero()
  const before = content()
  choose('house.png')
  fireEvent.click(buttonNamed('Cancel the upload of house.png'))
  await waitFor(() => expect(screen.queryByLabelText('Uploading house.png')).toBeNull())
  expect(content()).toEqual(before)
  expect(screen.queryByText(/Upload failed/)).toBeNull()
})

test('several pictures of a job go up at once, follow their job when it moves, and a failure names its file', async () => {
  const store = await aStore()
  const { content } = openTab('home', 'Portfolio', {
    edit: (home) => ({
      ...home,
      portfolio: { ...home.portfolio, jobs: ['First', 'Second'].map((location) => ({ location, images: [] })) },
    }),
  })
  openEntries()
  expect(screen.getAllByText(specTexts.noImages)).toHaveLength(2)
  choose('one.png', 'two.png', 'notes.txt')
  expect((await screen.findByText(specTexts.uploadFailed)).parentElement?.textContent).toContain(
    'notes.txt: This file is not an image.',
  )
  expect(screen.getAllByLabelText(/^Uploading /)).toHaveLength(2)
  fireEvent.click(buttonNamed('Move job 1 down'))
  await store.answerNext()
  await store.answerNext()
  const image = { id, url: imageUrl(id), name: 'house', size: 7 }
  await waitFor(() =>
    expect(content().portfolio.jobs).toEqual([
      { location: 'Second', images: [] },
      { location: 'First', images: [image, image] },
    ]),
  )
})
