import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { SavedViewsModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
})

const save = (variables: object, token = manager) =>
  app.graphql(
    `mutation ($id: ID, $name: String!, $query: String!) {
      saveView(id: $id, name: $name, query: $query) { id name query }
    }`,
    { name: 'Mine', query: 'assigned_to=me', ...variables },
    token,
  )
const remove = (id: string, token = manager) =>
  app.graphql('mutation ($id: ID!) { deleteView(id: $id) }', { id }, token)
const views = async (token = manager) =>
  (await app.graphql('{ savedViews { id name query } }', {}, token)).data.savedViews
const names = async (token = manager) => (await views(token)).map(({ name }: { name: string }) => name)
const saved = async (variables: object) => (await save(variables)).data.saveView
const extensions = async (answer: ReturnType<typeof save>) => (await answer).errors?.[0]?.extensions

test('a view is saved, listed by name, changed and deleted', async () => {
  expect(await views()).toEqual([])
  const query = 'q=o%27neill&status=new&assigned_to=me&from=2026-11-01&to=2026-11-20&source=x&filter=followup&sort=name'
  const mine = await saved({ name: '  To call ', query })
  expect(mine).toEqual({ id: expect.any(String), name: 'To call', query })
  await save({ name: 'All', query: '' })
  expect(await names()).toEqual(['All', 'To call'])
  expect(await saved({ id: mine.id, name: 'to call', query: 'sort=name' })).toEqual({
    id: mine.id,
    name: 'to call',
    query: 'sort=name',
  })
  expect(await views()).toContainEqual({ id: mine.id, name: 'to call', query: 'sort=name' })
  expect((await remove(mine.id)).data).toEqual({ deleteView: true })
  expect(await names()).toEqual(['All'])
})

test('views are one’s own: a colleague neither sees, nor changes, nor deletes them', async () => {
  const { id } = await saved({})
  const colleague = await signInAs('admin')
  expect(await views(colleague)).toEqual([])
  expect(await extensions(save({ id, name: 'Theirs' }, colleague))).toEqual({ code: 'NOT_FOUND' })
  expect(await extensions(remove(id, colleague))).toEqual({ code: 'NOT_FOUND' })
  expect(await names()).toEqual(['Mine'])
  expect((await save({}, colleague)).data.saveView.name).toBe('Mine')
})

test('a person has a name once, in any case; also when two are saved at the same moment', async () => {
  await Promise.all(Array.from({ length: 5 }, () => save({ name: 'Twin' })))
  expect(await names()).toEqual(['Twin'])
  const other = await saved({ name: 'Other' })
  const taken = { code: 'BAD_USER_INPUT', fields: { name: [expect.stringContaining('with this name')] } }
  expect(await extensions(save({ name: 'TWIN' }))).toEqual(taken)
  expect(await extensions(save({ id: other.id, name: 'twin' }))).toEqual(taken)
  expect(await names()).toEqual(['Other', 'Twin'])
})

test('a person has at most 50', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => save({ name: `View ${index}` })))
  expect(await names()).toHaveLength(50)
  expect(await extensions(save({ name: 'One more' }))).toEqual({ code: 'CONFLICT' })
})

test.each([
  ['name', { name: '  ' }],
  ['name', { name: 'x'.repeat(61) }],
  ['query', { query: 'after=x' }],
  ['query', { query: '$where=1' }],
  ['query', { query: `q=${'x'.repeat(2_000)}` }],
])('what is no view is BAD_USER_INPUT on %s', async (field, variables) => {
  expect(await extensions(save(variables))).toEqual({
    code: 'BAD_USER_INPUT',
    fields: { [field]: [expect.any(String)] },
  })
  expect(await views()).toEqual([])
})

test('changing or deleting a view that is gone is NOT_FOUND', async () => {
  expect(await extensions(save({ id: 'gone' }))).toEqual({ code: 'NOT_FOUND' })
  expect(await extensions(remove('gone'))).toEqual({ code: 'NOT_FOUND' })
})

test('views are erased with their user', async () => {
  const user = await createUser('manager')
  const { token } = await createSession(user)
  await save({}, token)
  expect(await SavedViewsModel.countDocuments({ _id: user._id })).toBe(1)
  const admin = await signInAs('admin')
  await app.graphql('mutation ($id: ID!) { deleteUser(id: $id) }', { id: String(user._id) }, admin)
  expect(await SavedViewsModel.countDocuments({ _id: user._id })).toBe(0)
  expect(await ErasureModel.countDocuments({ kind: 'user', id: String(user._id) })).toBe(1)
})
