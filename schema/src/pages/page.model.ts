import mongoose, { Schema, type Types } from 'mongoose'

export type PageVersionRecord = {
  _id: Types.ObjectId
  pageId: Types.ObjectId
  /** 1, 2, 3 … within one page. */
  version: number
  content: Record<string, unknown>
  savedAt: Date
  savedBy: { id: string; name: string } | null
  /** Where it came from, when not simply saved: 'restored from 3', 'reset', 'duplicated'. */
  origin: string | null
}

export type PageRecord = {
  _id: Types.ObjectId
  kind: string
  url: string
  sublink: string
  /** Urls it once had in public; they lead here until another page takes them. */
  formerUrls: string[]
  title: string
  /** Number of the draft; the public sees `publishedVersion`. */
  version: number
  publishedVersion: number | null
  isPublished: boolean
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const page = new Schema<PageRecord>(
  {
    kind: { type: String, enum: ['index', 'about', 'how-it-works'], required: true },
    url: { type: String, required: true },
    sublink: { type: String, default: '' },
    formerUrls: { type: [String], default: [] },
    title: { type: String, default: '' },
    version: { type: Number, required: true },
    publishedVersion: { type: Number, default: null },
    isPublished: { type: Boolean, required: true, default: false },
    publishedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false },
)
page.index({ url: 1 }, { unique: true }) // one page per public path
page.index({ kind: 1, sublink: 1 }, { unique: true }) // and one per slug of its kind
page.index({ formerUrls: 1 }) // a renamed page's old links
page.index({ kind: 1, createdAt: 1 }) // the page lists

const version = new Schema<PageVersionRecord>(
  {
    pageId: { type: Schema.Types.ObjectId, required: true },
    version: { type: Number, required: true },
    content: { type: Schema.Types.Mixed, required: true },
    savedAt: { type: Date, required: true },
    savedBy: { type: new Schema({ id: String, name: String }, { _id: false }), default: null },
    origin: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, minimize: false },
)
version.index({ pageId: 1, version: -1 }, { unique: true }) // the history, and no two versions with one number

export const PageModel = mongoose.model<PageRecord>('Page', page)
export const PageVersionModel = mongoose.model<PageVersionRecord>('PageVersion', version)
