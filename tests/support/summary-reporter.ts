import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** Result of a run for the last lines of `npm test`. */
export interface Summary {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

/** `file` is missing for an unhandled rejection; `seen` holds the pages that were open. */
interface Failure {
  test: string
  file?: string
  why: string
  seen?: string[]
}

/** Writes a `Summary` to the file that the environment names in `SUMMARY_REPORT`. */
export default class SummaryReporter implements Reporter {
  /** A run that is cut short has no end, so that each failure is told as soon as it is known. */
  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'failed') return
    const { test: name, why, seen = [] } = failureOf(test)
    process.stderr.write(`\nFAILED ${name}\n       ${why}\n${seen.map((page) => `       seen: ${page}\n`).join('')}`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((it) => [...it.children.allTests()])
    const inState = (state: string) => tests.filter((it) => it.result().state === state)
    const summary: Summary = {
      passed: inState('passed').length,
      failed: inState('failed').length,
      skipped: inState('skipped').length + inState('pending').length,
      failures: [
        ...modules.flatMap((it) =>
          it.errors().map((error) => ({ test: fileOf(it), file: fileOf(it), why: messageOf([error]) })),
        ),
        ...unhandled.map((error) => ({ test: 'nobody awaited it', why: messageOf([error]) })),
        ...inState('failed').map(failureOf),
      ],
    }
    writeFileSync(process.env.SUMMARY_REPORT!, JSON.stringify(summary))
  }
}

function failureOf(test: TestCase): Failure {
  const file = fileOf(test.module)
  return {
    test: `${file} > ${test.fullName}`,
    file,
    why: messageOf(test.result().errors ?? []),
    seen: test.meta().pagesAtFailure ?? [],
  }
}

function fileOf(module: TestModule): string {
  return relative('.', module.moduleId)
}

// The cause says more than a poll's "did not succeed in time".
function messageOf(errors: readonly SerializedError[]): string {
  return errors
    .map((error) => {
      const place = error.stacks?.[0]
      const cause = (error.cause as SerializedError | undefined)?.message
      const difference =
        error.expected === undefined && error.actual === undefined
          ? ''
          : ` (expected ${String(error.expected)}, got ${String(error.actual)})`
      return `${error.message}${cause ? `; ${cause}` : ''}${difference}${place ? `, line ${place.line}` : ''}`.slice(
        0,
        600,
      )
    })
    .join(' | ')
}
