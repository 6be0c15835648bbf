// npm start: everything, with demo data, until Ctrl-C.
import { runCommand } from './cli/command.ts'
import { runLocally } from './local/run-locally.ts'

await runCommand(() => runLocally())
