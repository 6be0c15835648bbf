import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { brand } from '../schema/src/brand.ts'
import type { sharePaths } from '../schema/src/pages/site-paths.ts'

const icons = (prefix: string) => [
  { src: `/icons/${prefix}-192.png`, sizes: '192x192', type: 'image/png' },
  { src: `/icons/${prefix}-512.png`, sizes: '512x512', type: 'image/png' },
  { src: `/icons/${prefix}-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
]

/** What every app of ours has. Colours are those of the default header and of the page behind it. */
const shared = {
  lang: 'en-GB',
  display: 'standalone',
  background_color: brand.ground,
  theme_color: brand.ground,
  // Also for the staff apps: signing in lies beside their areas, and would be another browser's outside the scope.
  scope: '/',
} as const satisfies Partial<ManifestOptions>

/** What a homeowner's phone needs to install Kerbside. */
export const siteManifest: Partial<ManifestOptions> = {
  ...shared,
  id: '/',
  name: 'Kerbside – driveway quotes',
  short_name: 'Kerbside',
  description: 'Describe your driveway in two minutes and hear from up to five verified local contractors.',
  start_url: '/',
  icons: icons('icon'),
}

const shortcut = (name: string, url: string) => ({ name, url, icons: icons('staff').slice(0, 1) })

/** A photo or several from the share sheet of a phone; the service worker takes the post. */
const shareTarget = (action: (typeof sharePaths)[number]) => ({
  action,
  method: 'POST' as const,
  enctype: 'multipart/form-data' as const,
  params: { files: [{ name: 'photos', accept: ['image/*'] }] },
})

/** The apps of staff: their icon is dark, so that it is told from the homeowners' on the same screen. */
const staffManifests: Record<'admin' | 'manager', Partial<ManifestOptions>> = {
  admin: {
    ...shared,
    id: '/admin',
    name: 'Kerbside admin',
    short_name: 'Kerbside admin',
    description: 'Leads, contractors and pages of Kerbside.',
    start_url: '/admin',
    icons: icons('staff'),
    shortcuts: [
      shortcut('Leads', '/admin/leads'),
      shortcut('Held quotes', '/admin/held'),
      shortcut('Contractors', '/admin/contractors'),
      shortcut('Queues', '/admin/queues'),
    ],
    share_target: shareTarget('/admin/share'),
  },
  manager: {
    ...shared,
    id: '/manager',
    name: 'Kerbside leads',
    short_name: 'Leads',
    description: 'The leads of Kerbside that you work on.',
    start_url: '/manager',
    icons: icons('staff'),
    shortcuts: [shortcut('My leads', '/manager/leads'), shortcut('Dashboard', '/manager')],
    share_target: shareTarget('/manager/share'),
  },
}

/** Writes `/admin.webmanifest` and `/manager.webmanifest`; the homeowners' one comes with the service worker. */
export function writeStaffManifests(): Plugin {
  return {
    name: 'kerbside-staff-manifests',
    apply: 'build',
    generateBundle() {
      for (const [area, manifest] of Object.entries(staffManifests)) {
        this.emitFile({ type: 'asset', fileName: `${area}.webmanifest`, source: JSON.stringify(manifest) })
      }
    },
  }
}
