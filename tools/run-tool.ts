import { explain } from './explained-error.ts'

/** Runs a command to its end and turns a failure into a message and exit code 1. */
export async function runTool(main: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
