import { startDrain, type Drain, type DrainPorts } from './drain.ts'
import type { Leader } from './lock.ts'

/** Runs `run` after a number of milliseconds. Returns a function that cancels this. */
export type Timer = (run: () => void, ms: number) => () => void

export interface Drainer {
  /**
   * Sends the commands that are due, once this tab is the leader. With `ignoreBackoff` (the network may be back) waits
   * for the network are skipped, waits that the server asked for are not. Resolves when no more can be sent now; never
   * rejects.
   */
  drain(ignoreBackoff?: boolean): Promise<void>
  /** For good. Nothing more is begun, and what is under way ends by itself. */
  stop(): void
}

const whenStorageFailsMs = 5000
const soonestMs = 100
/** The longest timer, in milliseconds: long timers are wrong after the device slept. */
const latestMs = 5 * 60_000

/** Runs drains one after another: a running one is told of new commands, and a timer starts the next. */
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
      let hurries = false
      const wake = await leader
        .lead(async () => {
          const { ignoreBackoff } = wanted ?? { ignoreBackoff: false }
          wanted = undefined
          if (isStopped) return undefined
          current = startDrain(ports, ignoreBackoff)
          return current.done
        })
        .catch(() => {
          // Whatever is wanted by now waits as well: what has just failed would fail again, without end.
          hurries = wanted?.ignoreBackoff ?? false
          wanted = undefined
          return ports.clock.now() + whenStorageFailsMs
        })
        .finally(() => {
          // Where another tab took the lock away, that one sends now.
          current?.stop()
          current = undefined
        })
      if (wake !== undefined && !isStopped) sleep(wake - ports.clock.now(), hurries)
    }
  }

  function sleep(ms: number, ignoreBackoff: boolean) {
    cancelTimer?.()
    cancelTimer = timer(() => void drain(ignoreBackoff), Math.min(Math.max(ms, soonestMs), latestMs))
  }

  function drain(ignoreBackoff = false): Promise<void> {
    if (isStopped) return Promise.resolve()
    wanted = { ignoreBackoff: ignoreBackoff || (wanted?.ignoreBackoff ?? false) }
    current?.poke()
    running ??= work().finally(() => {
      running = undefined
      // A drain was asked for after this one had read the commands.
      if (wanted) void drain()
    })
    return running
  }

  return {
    drain,
    stop() {
      isStopped = true
      current?.stop()
      cancelTimer?.()
    },
  }
}
