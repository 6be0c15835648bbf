/** Prints a line for the person at the terminal. */
export type Print = (line: string) => void

/** An error whose message is written for the person at the terminal: it is printed as it is, without a stack. */
export class CliError extends Error {}

const diskFull = /ENOSPC|no space left on device|not enough space on the disk|OutOfDiskSpace/i

/** What to print for an error that ends a command. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.message} ${'code' in error ? String(error.code) : ''}` : String(error)
  if (diskFull.test(text)) return 'The disk is full. Free about 1 GB and try again.'
  if (error instanceof CliError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : text
}

/**
 * Runs a command to its end and turns a failure into a message and exit code 1. It ends the process itself: a socket
 * that was left open must not keep a finished command alive.
 */
export async function runCommand(main: () => Promise<number | void>): Promise<void> {
  let code = 1
  try {
    code = (await main()) ?? 0
  } catch (error) {
    console.error(errorText(error))
  }
  process.exit(code)
}
