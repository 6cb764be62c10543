import { startDrain, type Drain, type DrainPorts } from './drain.ts'
import type { Leader } from './lock.ts'

/** Runs `run` after so many milliseconds; returns how to call it off. */
export type Timer = (run: () => void, ms: number) => () => void

export interface Drainer {
  /**
   * Sends what is due, in this or in whichever tab leads. `ignoreBackoff` when there is reason to believe that the
   * network is back: waits for it are skipped, waits the server asked for are not. Resolves when nothing more can be
   * sent now; never rejects.
   */
  drain(ignoreBackoff?: boolean): Promise<void>
  stop(): void
}

const whenStorageFailsMs = 5000
const soonestMs = 100
/** Timers count badly over long times and sleep; look at least this often. */
const latestMs = 5 * 60_000

/** Repeats drains: one under way is told of new work, and a timer wakes the next. */
export function createDrainer(ports: DrainPorts, leader: Leader, timer: Timer): Drainer {
  let current: Drain | undefined
  let running: Promise<void> | undefined
  let wanted: { ignoreBackoff: boolean } | undefined
  let cancelTimer: (() => void) | undefined
  let isStopped = false

  async function work() {
    for (;;) {
      if (!wanted || isStopped) return
      cancelTimer?.()
      const wake = await leader
        .lead(async () => {
          const { ignoreBackoff } = wanted ?? { ignoreBackoff: false }
          wanted = undefined
          if (isStopped) return undefined
          current = startDrain(ports, ignoreBackoff)
          return current.done
        })
        .catch(() => ports.clock.now() + whenStorageFailsMs)
        .finally(() => {
          current = undefined
        })
      if (wake !== undefined && !isStopped) sleep(wake - ports.clock.now())
    }
  }

  function sleep(ms: number) {
    cancelTimer?.()
    cancelTimer = timer(() => void drain(), Math.min(Math.max(ms, soonestMs), latestMs))
  }

  function drain(ignoreBackoff = false): Promise<void> {
    if (isStopped) return Promise.resolve()
    wanted = { ignoreBackoff: ignoreBackoff || (wanted?.ignoreBackoff ?? false) }
    current?.poke()
    running ??= work().finally(() => {
      running = undefined
      // Asked for in the moment between the last look and this one.
      if (wanted) void drain()
    })
    return running
  }

  return {
    drain,
    stop() {
      isStopped = true
      cancelTimer?.()
    },
  }
}
