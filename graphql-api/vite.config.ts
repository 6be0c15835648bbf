import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'

const commandFolder = 'src/commands'
/** Every operator's command is a program of its own beside the server. */
const commands = readdirSync(new URL(commandFolder, import.meta.url))
  .filter((file) => file !== 'command.ts' && !file.endsWith('.test.ts'))
  .map((file) => [file.slice(0, -3), `${commandFolder}/${file}`])

// Files for Node. Only our own TypeScript is bundled; packages stay in node_modules, where native ones must be.
export default defineConfig({
  ssr: { noExternal: [/^@kerbside\//] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', ...Object.fromEntries(commands) },
      // Node keeps each map in memory: the sources themselves would be several megabytes of it.
      output: { sourcemapExcludeSources: true },
    },
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    emptyOutDir: true,
    minify: false,
  },
})
