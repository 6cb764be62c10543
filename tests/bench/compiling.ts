import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  args: { name?: string }
}

/** What V8 does before it can run a script or a function; the one may be a part of the other. */
const work = /^(v8\.compile(Module)?|V8\.(Compile\w+|Parse\w+|PreParse|FinalizeDeserialization))$/
/** V8 parses functions again for the stack traces of a debugger, which a phone doesn't have. */
const forDebugger = 'V8.CollectSourcePositions'

/** Milliseconds for which the page's main thread parses and compiles JavaScript during `step`. */
export async function compiling(page: Page, step: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['v8', 'disabled-by-default-v8.compile'] })
  await step()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = traceEvents.filter((it) => it.name === 'thread_name' && it.args.name === 'CrRendererMain')
  return Math.max(...threads.map(({ pid, tid }) => spent(traceEvents.filter((it) => it.pid === pid && it.tid === tid))))
}

function spent(events: readonly TraceEvent[]): number {
  const spans = (isMeant: (name: string) => boolean) =>
    events
      .flatMap(({ name, ts, dur }) => (dur !== undefined && isMeant(name) ? [{ start: ts, end: ts + dur }] : []))
      .toSorted((a, b) => a.start - b.start)
  const left = spans((name) => name === forDebugger)
  let total = 0
  let until = 0
  for (const { start, end } of spans((name) => work.test(name))) {
    if (left.some((it) => it.start <= start && start < it.end)) continue
    total += Math.max(0, end - Math.max(start, until))
    until = Math.max(until, end)
  }
  return total / 1000
}
