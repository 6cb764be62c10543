/** The labels of one series. They name calls, errors and jobs, never members. */
type Labels = Readonly<Record<string, string | number>>

const written: (() => string[])[] = []

/** Makes a count that only grows while the process runs. `count` adds one to the series with these labels. */
export function counter(name: string, help: string): { count: (labels: Labels) => void } {
  const series = new Map<string, number>()
  written.push(() => [
    ...headOf(name, help, 'counter'),
    ...[...series].map(([labels, value]) => `${name}{${labels}} ${value}`),
  ])
  return {
    count: (labels) => {
      const key = labelsOf(labels)
      series.set(key, (series.get(key) ?? 0) + 1)
    },
  }
}

/** Upper bounds in seconds: from a cached read to a call that waits for a lock. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Makes a histogram of seconds. */
export function histogram(name: string, help: string): { observe: (labels: Labels, seconds: number) => void } {
  const series = new Map<string, { buckets: number[]; sum: number; count: number }>()
  written.push(() => [
    ...headOf(name, help, 'histogram'),
    ...[...series].flatMap(([labels, { buckets, sum, count }]) => [
      ...bounds.map((le, n) => `${name}_bucket{${labels},le="${le}"} ${buckets[n] ?? 0}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ])
  return {
    observe: (labels, seconds) => {
      const key = labelsOf(labels)
      const of = series.get(key) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 }
      of.buckets = of.buckets.map((it, n) => (seconds <= (bounds[n] ?? 0) ? it + 1 : it))
      of.sum += seconds
      of.count += 1
      series.set(key, of)
    },
  }
}

/** Figures of a moment, as lines of Prometheus' text format. */
export function gauge(name: string, help: string, values: readonly (readonly [Labels, number])[]): string[] {
  const lines = values.map(([labels, value]) => {
    const text = labelsOf(labels)
    return `${name}${text === '' ? '' : `{${text}}`} ${value}`
  })
  return [...headOf(name, help, 'gauge'), ...lines]
}

/** Every counter and histogram of this process, as lines of Prometheus' text format, version 0.0.4. */
export function metricLines(): string[] {
  return written.flatMap((lines) => lines())
}

export const requests = counter('voltfolio_requests_total', 'Calls answered, by path and errno (0: success).')
export const requestSeconds = histogram('voltfolio_request_seconds', 'Seconds from a call to its answer.')
export const replays = counter('voltfolio_replays_total', 'Commands that came again and got their kept answer.')
export const pushes = counter('voltfolio_pushes_total', 'Pushes sent, by what became of them.')
export const texts = counter('voltfolio_texts_total', 'Texts given to the SMS gateway, by what became of them.')
export const jobRuns = counter('voltfolio_job_runs_total', 'Runs of jobs, by how they ended.')

function headOf(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, (it) => (it === '\n' ? '\\n' : `\\${it}`))}"`)
    .join(',')
}
