import { AppError, invalid } from '@kerbside/schema/errors'
import { SavedViewsModel, type SavedView, type SavedViewsRecord } from '@kerbside/schema/users/user.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'

export type { SavedView }

const maximumViews = 50

/** What the address of the lead list consists of (docs/specification.md, 9.4), without the place in it. */
const parameters = new Set(['q', 'status', 'assigned_to', 'from', 'to', 'source', 'filter', 'sort'])

const View = z.strictObject({
  /** The id of the view that is changed; without it a new one is made. */
  id: z.string().nullish(),
  name: z.string('Enter a name').trim().min(1, 'Enter a name').max(60, 'Write 60 characters at most'),
  query: z
    .string('Give the filters as the list’s address has them')
    .max(2_000, 'This is too long for the address of a list')
    .refine((text) => [...new URLSearchParams(text).keys()].every((name) => parameters.has(name)), {
      error: 'This is no filter or sort of the lead list',
    }),
})

const toView = ({ id, name, query }: SavedViewsRecord['views'][number]): SavedView => ({ id, name, query })

/** One's own, by name. */
export async function listViews({ viewer }: Context): Promise<SavedView[]> {
  requireCan(viewer, 'lead:read')
  const record = await SavedViewsModel.findById(viewer.id).lean()
  return (record?.views ?? []).map(toView).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Makes a view, or gives one of one's own another name and other filters. */
export async function saveView({ viewer }: Context, input: z.input<typeof View>): Promise<SavedView> {
  requireCan(viewer, 'lead:read')
  const { id, ...content } = parse(View, input)
  const view = { id: id ?? crypto.randomUUID(), ...content, key: content.name.toLowerCase() }
  const isSaved = id ? await replaceView(viewer.id, view) : await addView(viewer.id, view)
  if (isSaved) return toView(view)
  const { views = [] } = (await SavedViewsModel.findById(viewer.id).lean()) ?? {}
  if (id && views.every((other) => other.id !== id)) throw viewNotFound()
  if (!id && views.length >= maximumViews) {
    throw new AppError('CONFLICT', `You have ${maximumViews} views. Delete one first.`)
  }
  throw invalid('name', 'You have a view with this name. Choose another name.')
}

type StoredView = SavedViewsRecord['views'][number]

async function addView(_id: string, view: StoredView): Promise<boolean> {
  await SavedViewsModel.updateOne({ _id }, { $setOnInsert: { views: [] } }, { upsert: true })
  const free = { _id, [`views.${maximumViews - 1}`]: { $exists: false }, 'views.key': { $ne: view.key } }
  return (await SavedViewsModel.updateOne(free, { $push: { views: view } })).matchedCount > 0
}

async function replaceView(_id: string, view: StoredView): Promise<boolean> {
  const { id, key } = view
  const others = { $elemMatch: { key, id: { $ne: id } } }
  const own = { _id, 'views.id': id, views: { $not: others } }
  const update = { $set: { 'views.$[own]': view } }
  return (await SavedViewsModel.updateOne(own, update, { arrayFilters: [{ 'own.id': id }] })).matchedCount > 0
}

export async function deleteView({ viewer }: Context, id: string): Promise<void> {
  requireCan(viewer, 'lead:read')
  const own = { _id: viewer.id, 'views.id': id }
  const { matchedCount } = await SavedViewsModel.updateOne(own, { $pull: { views: { id } } })
  if (matchedCount === 0) throw viewNotFound()
}

const viewNotFound = () => new AppError('NOT_FOUND', 'This view does not exist any more.')
