// npm run build: the web app, the api and the worker, ready for production; always from scratch.
import { buildAll } from './build/build-all.ts'
import { runTool } from './run-tool.ts'

await runTool(() => buildAll(console.log, { force: true }))
