// Draws every raster picture of the app from the two drawings beside this file: `node --import tsx pwa/scripts/make-icons.mjs`.
// Run it after changing one of them, and commit what it writes.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { brand } from '../../schema/src/brand.ts'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const publicFolder = (path) => here(`../public/${path}`)
const logo = await readFile(here('logo.svg'))

/** The staff's apps are told from the homeowners' by their dark ground. */
const grounds = { icon: brand.green, staff: brand.ink }
/** The rounded mark, with transparent corners. */
const mark = (size, ground = brand.green) =>
  sharp(Buffer.from(logo.toString().replace(brand.green, ground)), { density: (72 * size) / 48 }).resize(size, size)

/** The mark on a full square: phones cut their own shape, and keep only the middle 80 % of a maskable icon for sure. */
async function square(size, share, background = brand.green) {
  const inner = Math.round(size * share)
  const drawing = await mark(inner, background).png().toBuffer()
  const ground = { create: { width: size, height: size, channels: 4, background } }
  return sharp(ground).composite([{ input: drawing, gravity: 'centre' }])
}

const png = { palette: true, colours: 64, effort: 10, compressionLevel: 9 }
for (const [name, ground] of Object.entries(grounds)) {
  await mark(192, ground)
    .png(png)
    .toFile(publicFolder(`icons/${name}-192.png`))
  await mark(512, ground)
    .png(png)
    .toFile(publicFolder(`icons/${name}-512.png`))
  await (await square(512, 0.86, ground)).png(png).toFile(publicFolder(`icons/${name}-maskable-512.png`))
}
await (await square(180, 0.94)).png(png).toFile(publicFolder('icons/apple-touch-icon.png'))
await copyFile(here('logo.svg'), publicFolder('favicon.svg'))
await writeFile(publicFolder('favicon.ico'), ico(await mark(32).png(png).toBuffer(), 32))
await sharp(here('og.svg'))
  .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
  .toFile(publicFolder('images/og.png'))

/** An .ico file that holds one PNG. */
function ico(image, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}
