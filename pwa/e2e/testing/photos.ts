import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** In the notes of each photo, and nowhere after it was sent. */
export const secret = 'Aoife took this at home'

/** As a phone takes it: lying on its side, 3,000 × 2,000 pixels, with its place; too large for 400 kB as it is. */
export const aPhoto = async (hue: number) => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const buffer = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#888', noise } })
    .modulate({ hue })
    .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return { name: `drive-${hue}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Chooses them in the form. */
export const addPhotos = async (page: Page, files: Awaited<ReturnType<typeof aPhoto>>[]) => {
  await page.locator('#answer-first_name').focus()
  await page.locator('.photos input[type=file]').setInputFiles(files)
  await page.getByText(`${files.length} of 5 photos.`).waitFor()
}
