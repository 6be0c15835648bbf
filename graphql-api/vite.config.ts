import { defineConfig } from 'vite'

// One file for Node. Only our own TypeScript is bundled; packages stay in node_modules, where native ones must be.
export default defineConfig({
  ssr: { noExternal: [/^@kerbside\//] },
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node20', sourcemap: true, emptyOutDir: true, minify: false },
})
