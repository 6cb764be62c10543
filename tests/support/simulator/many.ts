import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Verdict } from './history.ts'

/** What a number of histories came to. */
export interface Tally {
  histories: number
  taps: number
  effects: number
  /** The first that went wrong on each thread; a thread stops there. */
  failures: Verdict[]
}

/**
 * Lives through `count` histories from seed `first` on, shared out over the processors. `report` hears of it now and
 * then.
 */
export async function liveMany(first: number, count: number, report: (sum: Tally) => void = () => {}): Promise<Tally> {
  const threads = Math.min(availableParallelism(), Math.max(1, Math.ceil(count / 50)))
  const sum: Tally = { histories: 0, taps: 0, effects: 0, failures: [] }
  await Promise.all(
    Array.from(
      { length: threads },
      (_, thread) =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL('many-worker.ts', import.meta.url), {
            workerData: { first: first + thread, count: Math.ceil((count - thread) / threads), step: threads },
          })
          worker.on('message', (part: Tally) => {
            sum.histories += part.histories
            sum.taps += part.taps
            sum.effects += part.effects
            sum.failures.push(...part.failures)
            report(sum)
          })
          worker.on('error', reject)
          worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`))))
        }),
    ),
  )
  return sum
}

/** How to see one history again, step by step. */
export function replayOf({ seed, faults }: Verdict): string {
  return `seed ${seed}: ${faults.join('; ')}\nSee it again:  SEED=${seed} HISTORIES=1 TRACE=1 npm run histories`
}
