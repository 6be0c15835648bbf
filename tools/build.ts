// npm run build: the web app, the api and the worker, ready for production; always from scratch.
import { buildAll } from './build/build-all.ts'
import { runCommand } from './cli/command.ts'

await runCommand(() => buildAll(console.log, { force: true }))
