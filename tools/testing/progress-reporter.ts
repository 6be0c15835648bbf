import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

type TestRunEnd = Parameters<DefaultReporter['onTestRunEnd']>
type File = { name: string; seconds: number; failed: number }

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 300)

/**
 * Says where a run of the tests is: a line for each file with its number and seconds and one for each failure, and on a
 * terminal a last line with what is left. At the end come the errors and the ten slowest files. vitest makes it from its path.
 */
// oxlint-disable-next-line import/no-default-export
export default class ProgressReporter extends DefaultReporter {
  private total = 0
  private readonly files: File[] = []
  private readonly startedAt = Date.now()
  /** Columns of the terminal; 0 where there is none. */
  private readonly width = Number(process.env['KERBSIDE_TERMINAL_WIDTH'] ?? 0)

  constructor() {
    super({ summary: false })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.total = specifications.length
  }

  override printTestModule(module: TestModule): void {
    const all = [...module.children.allTests()]
    const failed = module.ok() ? 0 : all.filter((test) => test.result().state === 'failed').length || 1
    const name = `${module.project.name}: ${module.relativeModuleId}`
    const file = { name, seconds: module.diagnostic().duration / 1_000, failed }
    this.files.push(file)
    const number = `${this.files.length} of ${this.total}`
    this.say(
      `${failed > 0 ? 'FAILED' : 'ok    '} ${number}  ${name} (${all.length} tests, ${file.seconds.toFixed(1)} s)`,
    )
    // At once, and not only at the end: a run may be stopped before.
    for (const test of all)
      for (const { message } of test.result().errors ?? []) this.say(`       ${test.fullName}: ${oneLine(message)}`)
  }

  override onTestRunEnd(...args: TestRunEnd): void {
    super.onTestRunEnd(...args)
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
    if (this.files.length < 20) return
    this.ctx.logger.log('Slowest files, in seconds:')
    for (const { name, seconds } of slowest) this.ctx.logger.log(`${seconds.toFixed(1).padStart(7)}  ${name}`)
  }

  private say(line: string): void {
    if (!this.width) return this.ctx.logger.log(line)
    const seconds = (Date.now() - this.startedAt) / 1_000
    const left = (seconds / this.files.length) * (this.total - this.files.length)
    const minutes = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`
    const rest = `${this.total - this.files.length} files left, about ${minutes} minutes`
    // The line of what is left is written over by the next file.
    process.stdout.write(`\r\u001B[K${line.slice(0, this.width)}\n${rest}\r`)
  }
}
