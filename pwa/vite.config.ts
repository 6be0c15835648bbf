import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstPaint } from './first-paint.ts'
import { siteManifest, writeStaffManifests } from './manifests.ts'
import { precompress } from './precompress.ts'
import { minify } from 'terser'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Three builds of one source. `vite build`: what browsers load, into dist/client. `vite build --ssr`: the renderer that
 * the api loads by path, into dist/server, with everything it needs inside. `vite build --mode firm`: the script that the
 * api puts into the page of a firm's price, into dist/firm, one file.
 */
export default defineConfig(({ isSsrBuild, mode }) => {
  if (mode === 'firm') return firmBuild
  return isSsrBuild ? serverBuild : clientBuild
})

const firmBuild: UserConfig = {
  root: folder('.'),
  build: {
    outDir: folder('dist/firm'),
    emptyOutDir: true,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: folder('src/firm/price-form.ts'),
      output: { entryFileNames: 'price-form.js', codeSplitting: false },
    },
  },
}

const serverBuild: UserConfig = {
  root: folder('.'),
  plugins: [react()],
  // React picks its production half by this; the bundle must not depend on the environment it is loaded in.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: folder('dist/server'),
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false } },
  },
}

const clientBuild: UserConfig = {
  root: folder('.'),
  plugins: [
    react(),
    serviceWorker(),
    writeStaffManifests(),
    firstPaint(),
    minifyPublic(),
    precompress(folder('dist/client')),
  ],
  build: {
    outDir: folder('dist/client'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One sheet, which stands in the document: what is drawn there has its looks before any script.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Each visitor's first script lists what the staff area preloads: without their names the list is shorter.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.every(isPublicModule) ? 'assets/[name]-[hash].js' : 'assets/staff/part-[hash].js',
        codeSplitting: {
          // A group that took along what its files import would take what public pages load.
          includeDependenciesRecursively: false,
          groups: [
            // React changes less often than our own code, so it is cached apart.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What both the public screens and the staff area need, so that neither loads the other for it.
            { debugName: 'frame', name: (id, graph) => (isOfBoth(id, graph) ? 'frame' : null) },
            // The public screens by one request, without what is there already.
            { debugName: 'site', name: (id, graph) => (isOfSite(id, graph) ? 'site' : null) },
            // What several screens of the staff area share, by one request instead of twenty; but not what only dialogs use.
            {
              name: 'staff',
              test: /[\\/](@mui|@emotion)[\\/](?!material[\\/]useAutocomplete)|[\\/]pwa[\\/]src[\\/]staff[\\/]/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
}

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** What a module of the public pages brings along at once. */
function reachOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || !isPublicModule(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reachOf(imported, graph, found)
  return found
}

const reached = new Map<string, Set<string>>()
function reach(file: string, graph: Graph): Set<string> {
  const found = reached.get(file) ?? reachOf(folder(`src/${file}`), graph)
  reached.set(file, found)
  return found
}

const isSmallAndOfBoth =
  /[\\/](schema[\\/]src[\\/](brand|contact|text|quotes[\\/]postcode)|src[\\/]brand[\\/]logo-mark)\.tsx?$/
const isOfBoth = (id: string, graph: Graph) =>
  !reach('main.ts', graph).has(id) && (reach('render.tsx', graph).has(id) || isSmallAndOfBoth.test(id))

const isOfSite = (id: string, graph: Graph) =>
  !reach('main.ts', graph).has(id) && reach('site/app/site.tsx', graph).has(id)

// What the public pages are made of. A chunk with anything else in it is for signed-in people only; those stand in a
// folder of their own: outside the precache, and a test sees that no public page asks for one.
const publicModules = [
  /^\0/,
  /[\\/]schema[\\/]src[\\/]/,
  /[\\/]pwa[\\/](index\.html|src[\\/](main\.|render\.|api[\\/]failure-text\.|site[\\/]|brand[\\/]|offline[\\/]))/,
  /[\\/]node_modules[\\/](react|react-dom|scheduler|idb|uuid|libphonenumber-js|vite|workbox-window)[\\/]/,
]

function isPublicModule(id: string): boolean {
  return publicModules.some((pattern) => pattern.test(id))
}

function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/offline/service-worker',
    filename: 'service-worker.ts',
    outDir: folder('dist/client'),
    injectRegister: false,
    manifest: siteManifest,
    injectManifest: {
      // What the public site needs; the signed-in area is loaded when somebody signs in.
      globPatterns: ['assets/*.{js,svg}', 'assets/figtree-*.woff2', 'images/**/*.svg', 'favicon.svg'],
      // Their names carry a hash of their content.
      dontCacheBustURLsMatching: /^assets\//,
    },
  })
}

/**
 * Minifies what first-time visitors load a second time: terser makes it two percent smaller than Vite's own minifier.
 * The staff's scripts are left as they are, because they are large and loaded once a release.
 */
export function minifyPublic(): Plugin {
  return {
    name: 'kerbside-minify-public',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.fileName.startsWith('assets/staff/')) continue
          const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 3 } })
          if (code !== undefined) chunk.code = code
        }
      },
    },
  }
}
