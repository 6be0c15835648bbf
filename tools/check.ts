// npm run check: the quick half of npm test.
import { runChecks } from './check/checks.ts'
import { runTool } from './run-tool.ts'

await runTool(async () => {
  const results = await runChecks(console.log)
  return results.every(({ passed }) => passed) ? 0 : 1
})
