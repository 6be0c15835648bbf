import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProduction, type Config } from '../../config.ts'

let kept: Promise<string | null> | null = null

/**
 * The script of the page with the form of a price, which stands in the page itself: on a patchy connection either both
 * are there or neither. Null where the web app is not built; the form is whole without it.
 */
export async function priceScript(config: Config): Promise<string | null> {
  if (!isProduction(config)) return read(config)
  kept ??= read(config)
  return kept
}

const read = async ({ PWA_DIST }: Config) => {
  const text = await readFile(join(PWA_DIST, 'firm/price-form.js'), 'utf8').catch(() => null)
  // No text of the script can end its element.
  return text?.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`) ?? null
}
