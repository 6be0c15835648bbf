// npm run check: the quick half of npm test.
import { runChecks } from './check/checks.ts'
import { runCommand } from './cli/command.ts'

await runCommand(async () => {
  const results = await runChecks(console.log)
  return results.every(({ passed }) => passed) ? 0 : 1
})
