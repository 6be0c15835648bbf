export type Tally = { passed: number; failed: number }

type VitestReport = {
  numTotalTests: number
  numPassedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

export const nothing: Tally = { passed: 0, failed: 0 }

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed }
}

/**
 * Counts a vitest run by its JSON report. What did not pass has failed: skipped tests, files that could not be loaded,
 * and a run that ended badly although each of its tests passed, or that left no report at all.
 */
export function tallyOf(report: VitestReport | undefined, exitCode: number): Tally {
  if (!report) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = report.numTotalTests - report.numPassedTests + brokenFiles
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

export const isGood = ({ passed, failed }: Tally) => failed === 0 && passed > 0

/** The last line of a test run; other programs read it. */
export const lastLine = ({ passed, failed }: Tally) => `${passed} passed, ${failed} failed`
