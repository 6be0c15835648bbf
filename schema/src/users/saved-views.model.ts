import mongoose, { Schema, type Types } from 'mongoose'

/** Filters and sort of the lead list under a name, as the list's address has them. */
export type SavedView = { id: string; name: string; query: string }

/** The views of one person. All in one document, so that one guarded write holds their number and names. */
export type SavedViewsRecord = {
  /** The user's id. */
  _id: Types.ObjectId
  /** `key`: the name in lower case; no two views of a person have the same. */
  views: (SavedView & { key: string })[]
}

const view = new Schema({ id: String, name: String, key: String, query: String }, { _id: false, id: false })

const schema = new Schema<SavedViewsRecord>(
  { _id: { type: Schema.Types.ObjectId, required: true }, views: { type: [view], default: [] } },
  { versionKey: false, strict: 'throw', autoIndex: false },
)

export const SavedViewsModel = mongoose.model<SavedViewsRecord>('SavedView', schema)
