import { Types, type ClientSession } from 'mongoose'
import { recordErasures } from '../erasures/erasure.model.ts'
import type { Photo } from './photo.ts'

type WithPhotos = { photos?: Photo[] }

/** The files of these photos. Of a discarded quote only the ids of its photos are stored. */
export const photoFilesOf = ({ photos = [] }: WithPhotos): Types.ObjectId[] =>
  photos.flatMap(({ fileId }) => (fileId ? [new Types.ObjectId(fileId)] : []))

/** Records that the photos of these quotes are erased. Returns the files to remove once the transaction has succeeded. */
export async function erasePhotosOf(
  quotes: readonly WithPhotos[],
  at: Date,
  session: ClientSession,
): Promise<Types.ObjectId[]> {
  const files = quotes.flatMap(photoFilesOf)
  await recordErasures('photo', files, at, session)
  return files
}
