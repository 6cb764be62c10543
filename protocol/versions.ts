/**
 * Compares dotted version numbers (specification 5) part by part as numbers: negative where `a` is older, 0 where both
 * are the same, positive where `a` is newer. Missing parts count as 0; a leading v is ignored; text that is no number
 * counts as 0.
 */
export function compareVersions(a: string, b: string): number {
  const left = partsOf(a)
  const right = partsOf(b)
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const one = left[index] ?? 0n
    const other = right[index] ?? 0n
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function partsOf(version: string): bigint[] {
  return version
    .trim()
    .replace(/^v/i, '')
    .split('.')
    .map((part) => BigInt(/^\d+/.exec(part)?.[0] ?? 0))
}
