import mongoose, { Schema } from 'mongoose'
import type { MeasuredFigures } from './measured-figures.ts'

/** There is one, which each measurement replaces. */
type MeasuredFiguresRecord = MeasuredFigures & { _id: 'latest' }

const schema = new Schema<MeasuredFiguresRecord>(
  {
    _id: { type: String, required: true },
    measuredAt: { type: Date, required: true },
    promiseHours: { type: Number, required: true },
    leads: { type: Number, required: true },
    inTime: { type: Number, required: true },
    medianMinutes: { type: Number, default: null },
    firms: { type: Number, required: true },
    firmMinutes: { type: Number, default: null },
  },
  { collection: 'measuredfigures', versionKey: false, strict: 'throw', autoIndex: false },
)

export const MeasuredFiguresModel = mongoose.model<MeasuredFiguresRecord>('MeasuredFigures', schema)

/** The latest measurement; null before the first. */
export async function findMeasuredFigures(): Promise<MeasuredFigures | null> {
  return MeasuredFiguresModel.findById('latest', { _id: 0 }).lean<MeasuredFigures>()
}
