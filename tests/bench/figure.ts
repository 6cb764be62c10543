import { performance } from 'node:perf_hooks'

/** One line of the bench's table. */
export interface Figure {
  what: string
  value: number
  unit: 'bytes' | 'kB' | 'MB' | 'ms' | 's' | 'files' | 'per second' | 'times' | 'of 100'
}

/** Seconds that some work took. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** The quantile at `part`, from 0 to 1: 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** `first route, scripts        110.2 kB`: figures in a column, with decimals by size and unit. */
export function lineOf({ what, value, unit }: Figure): string {
  const decimals =
    unit === 'bytes' || unit === 'files' || unit === 'per second' || unit === 'of 100' || value >= 100
      ? 0
      : unit === 's'
        ? 2
        : 1
  return `${what.padEnd(72)} ${value.toFixed(decimals).padStart(8)} ${unit}`
}
