import { phonePhoto } from '@kerbside/schema/photos/photo'

/** An edge in pixels and a quality, the best first, until the photo is small enough. */
const tries = [phonePhoto.edge, 1_280, 1_024, 768].flatMap((edge) =>
  [0.85, 0.7, 0.55].map((quality) => ({ edge, quality })),
)

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** A JPEG of the pixels alone: upright, small enough to be sent, and without anything else that was in the file. */
export async function shrink(
  file: Blob,
  createCanvas: (width: number, height: number) => Canvas,
): Promise<ArrayBuffer> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    for (const { edge, quality } of tries) {
      const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height))
      const size = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
        number,
        number,
      ]
      const blob = await jpegOf(draw(bitmap, createCanvas(...size)), quality)
      if (blob.size <= phonePhoto.bytes) return await blob.arrayBuffer()
    }
  } finally {
    bitmap.close()
  }
  throw new Error('The photo cannot be made small enough')
}

function draw(bitmap: ImageBitmap, canvas: Canvas): Canvas {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('No canvas')
  // What shows through would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function jpegOf(canvas: Canvas, quality: number): Promise<Blob> {
  const type = 'image/jpeg'
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No JPEG'))), type, quality),
  )
}

/** Why there is none, and what to do. */
export const unreadablePhoto = ({ name, type }: File): string =>
  /hei[cf]/i.test(name + type)
    ? 'This browser cannot read HEIC photos. Choose a JPEG, or take the photo anew (on an iPhone: Settings, Camera, Formats, Most Compatible).'
    : `“${name}” cannot be read as a photo. Choose another one.`
