import { brand } from '../schema/src/brand.ts'
import type { ManifestOptions } from 'vite-plugin-pwa'

/** What a phone needs to install Kerbside. Colours are those of the default header and of the page behind it. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kerbside – driveway quotes',
  short_name: 'Kerbside',
  description: 'Describe your driveway in two minutes and hear from up to five verified local contractors.',
  lang: 'en-GB',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: brand.ground,
  theme_color: brand.ground,
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
