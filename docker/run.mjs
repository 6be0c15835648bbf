// node tools/run.mjs <command> [arguments] in the image, where this file stands in the place of tools/run.mjs: what
// `npm run <command>` calls there. The commands are bundled with the api, and there is nothing to install.
import { existsSync } from 'node:fs'

const [node, , command = '', ...rest] = process.argv
const program = new URL(`../graphql-api/dist/${command}.js`, import.meta.url)
if (!/^[a-z][a-z-]*$/.test(command) || command === 'main' || !existsSync(program)) {
  console.error(`The image has no command "${command}"; it needs the sources.`)
  process.exit(1)
}
process.argv = [node, program.pathname, ...rest]
await import(program.href)
