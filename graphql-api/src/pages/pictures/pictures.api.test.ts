import { imageUrl } from '@kerbside/schema/images/image'
import { ImageModel } from '@kerbside/schema/images/image.model'
import { filesOf } from '@kerbside/schema/file-store.model'
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { beforeEach, expect, test } from 'vitest'
import { uploadImage } from '../../images/images.service.ts'
import { anImage, emptyStores } from '../../testing/images.ts'
import { createSession, createUser, useTestApp } from '../../testing/test-app.ts'
import { clearPageCache } from '../pages.service.ts'

// Query.images, Mutation.describeImage and deleteImage: 200, 404, 409, 422. Who may: the matrix.
const app = useTestApp()
let admin: Awaited<ReturnType<typeof createSession>>
beforeEach(async () => {
  await emptyStores()
  clearPageCache({ withVersions: true })
  admin = await createSession(await createUser('admin'))
})

const call = (text: string, variables = {}) => app.graphql(text, variables, admin.token)
const errorOf = ({ errors }: Awaited<ReturnType<typeof call>>) => errors?.[0]?.extensions

const upload = async (fileName: string) => {
  const bytes = await anImage()
  return uploadImage(app.contextOf(admin.viewer), () => Promise.resolve({ bytes, fileName }))
}

/** A home page whose only job shows this picture, in its draft. */
async function aPageWith(url: string, image: unknown): Promise<string> {
  const content = {
    ...defaultHome,
    portfolio: { ...defaultHome.portfolio, jobs: [{ location: 'Bath', images: [image] }] },
  }
  const text =
    'mutation ($url: String!, $content: JSON) { createPage(kind: HOME, url: $url, content: $content) { id } }'
  return (await call(text, { url, content })).data.createPage.id
}
const publish = (id: string) => call(`mutation { publishPage(id: "${id}") { id } }`)
const describe = (id: string, alt: string) =>
  call('mutation ($id: ID!, $alt: String!) { describeImage(id: $id, alt: $alt) { alt } }', { id, alt })
const remove = (id: string) => call('mutation ($id: ID!) { deleteImage(id: $id) }', { id })

test('the library lists pictures newest first, with the pages that show them to visitors or in a draft', async () => {
  const [first, second] = [await upload('first.png'), await upload('second.png')]
  await publish(await aPageWith('/shown', { id: first.id, url: imageUrl(first.id), name: 'first', size: 1 }))
  await aPageWith('/draft', imageUrl(first.id))
  const { data } = await call('{ images { name alt usedBy { kind url isPublished } } }')
  expect(data.images).toEqual([
    { name: 'second', alt: '', usedBy: [] },
    {
      name: 'first',
      alt: '',
      usedBy: expect.arrayContaining([
        { kind: 'HOME', url: '/shown', isPublished: true },
        { kind: 'HOME', url: '/draft', isPublished: false },
      ]),
    },
  ])
  expect(second.name).toBe('second')
})

test('an alternative text reaches the pages that show the picture already, however it stands there', async () => {
  const image = await upload('drive.png')
  await publish(await aPageWith('/object', { id: image.id, url: imageUrl(image.id), name: 'drive', size: 1 }))
  await publish(await aPageWith('/address', imageUrl(image.id)))
  const shown = async (url: string) => (await app.send(url)).text()
  expect(await shown('/object')).toContain('alt="Picture of the job"')
  expect((await describe(image.id, ' A gravel \n drive ')).data.describeImage).toEqual({ alt: 'A gravel drive' })
  for (const url of ['/object', '/address']) expect(await shown(url)).toContain('alt="A gravel drive"')
})

test('only a picture that no page shows is deleted, with its bytes', async () => {
  const [used, unused] = [await upload('used.png'), await upload('unused.png')]
  await aPageWith('/draft', imageUrl(used.id))
  expect(errorOf(await remove(used.id))).toMatchObject({ code: 'CONFLICT' })
  expect((await remove(unused.id)).data).toEqual({ deleteImage: true })
  expect((await ImageModel.find().lean()).map(({ name }) => name)).toEqual(['used'])
  expect(await filesOf('images').countDocuments()).toBe(1)
  expect(errorOf(await remove(unused.id))).toMatchObject({ code: 'NOT_FOUND' })
  expect(errorOf(await remove('x'))).toMatchObject({ code: 'NOT_FOUND' })
})

test('a picture that is gone cannot be described, and a text that is too long is named', async () => {
  expect(errorOf(await describe('65f0000000000000000000ff', 'A drive'))).toMatchObject({ code: 'NOT_FOUND' })
  const image = await upload('drive.png')
  expect(errorOf(await describe(image.id, 'x'.repeat(251)))).toMatchObject({ fields: { alt: expect.anything() } })
})
