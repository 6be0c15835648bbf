import { explain } from './cli-error.ts'

/**
 * Runs a command to its end and turns a failure into a message and exit code 1. It ends the process itself: a socket
 * that somebody forgot must not keep a finished command alive.
 */
export async function runTool(main: () => Promise<number | void>): Promise<void> {
  let code = 1
  try {
    code = (await main()) ?? 0
  } catch (error) {
    console.error(explain(error))
  }
  process.exit(code)
}
