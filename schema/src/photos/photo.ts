/** A photo of the job (docs/specification.md, 3.5), stored with its lead. */
export type Photo = {
  /** A UUID that the phone made, so that the photo is stored once however often it is sent. */
  id: string
  /** The name of its file in the store `photos`. */
  fileId: string
  /** Pixels, as stored. */
  width: number
  height: number
  /** Bytes, as stored. */
  size: number
  /** When we received it. */
  at: Date
  /** Who of the staff added it; missing when the homeowner sent it. */
  by?: { id: string; name: string }
}

/** Photos by the homeowner of one lead. */
export const maximumPhotos = 5

/** Photos by staff of one lead, whoever of them added them. */
export const maximumStaffPhotos = 10

export const isByStaff = ({ by }: Pick<Photo, 'by'>): boolean => by !== undefined

/** Days after the quote in which its photos are taken. */
export const photoDays = 30

/** What the phone makes of a photo: bytes at most, and pixels of the longest edge. */
export const phonePhoto = { bytes: 400_000, edge: 1_600 } as const

/** What the server takes. Another client than ours may shrink less well. */
export const photoLimits = { bytes: 1024 * 1024, pixels: 16_000_000, edge: phonePhoto.edge } as const
