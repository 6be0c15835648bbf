import { defineConfig } from 'vite'

// One file for Node. Only our own TypeScript is bundled; packages stay in node_modules, where native ones must be.
export default defineConfig({
  ssr: { noExternal: [/^@kerbside\//] },
  build: {
    ssr: 'src/main.ts',
    // Node keeps each map in memory: the sources themselves would be several megabytes of it.
    rolldownOptions: { output: { sourcemapExcludeSources: true } },
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    emptyOutDir: true,
    minify: false,
  },
})
