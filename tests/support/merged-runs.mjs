/**
 * What two runs come to, of which the second repeated the files with failures: a failure that the second run didn't
 * have has wavered. It stands where the second run ended before its report, or couldn't load the test's file.
 */
export function merged(first, second) {
  if (second.failures === undefined) return first
  const again = new Set(second.failures.map((it) => it.test))
  const stands = (it) => again.has(it.test) || again.has(it.file)
  return {
    ...first,
    failed: second.failed,
    passed: first.passed + first.failed - second.failed,
    failures: second.failures,
    wavering: first.failures.filter((it) => !stands(it)),
  }
}
