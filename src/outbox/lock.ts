import type { Clock } from '../lib/clock.ts'
import type { OutboxStorage } from './storage.ts'

/**
 * Lets one drain run at a time over all tabs and the worker. Where the leader dies, another takes over. `lead` rejects
 * with an AbortError where another took over from this one, which was frozen.
 */
export interface Leader {
  lead<T>(work: () => Promise<T>): Promise<T>
}

/** The part of the Web Locks API used here. */
export interface Locks {
  request<T>(name: string, options: { signal?: AbortSignal; steal?: boolean }, work: () => Promise<T>): Promise<T>
}

/** Milliseconds to wait for the lock before asking whether its holder is alive. */
const patienceMs = 75_000

/**
 * By Web Lock: the browser frees it the moment its holder dies. A holder that is frozen instead keeps it, so after
 * a while we ask whether it still shows signs of life, and take the lock away if not.
 */
export function webLockLeader(
  locks: Locks,
  name: string,
  isHolderAlive: () => Promise<boolean>,
  timeout = (ms: number) => AbortSignal.timeout(ms),
): Leader {
  async function lead<T>(work: () => Promise<T>): Promise<T> {
    let entered = false
    const enter = () => {
      entered = true
      return work()
    }
    const patience = timeout(patienceMs)
    try {
      return await locks.request(name, { signal: patience }, enter)
    } catch (failure) {
      if (entered || !patience.aborted) throw failure
      if (await isHolderAlive()) return lead(work)
      return await locks.request(name, { steal: true }, work)
    }
  }
  return { lead }
}

/** Milliseconds after which a leader that died is replaced. */
const rowLeaseMs = 2000

/** By a row in the database, where there are no Web Locks: renewed while its holder lives, free when it runs out. */
export function rowLeaseLeader(
  storage: OutboxStorage,
  clock: Clock,
  owner: string,
  wait: (ms: number) => Promise<void>,
): Leader {
  async function hold(): Promise<boolean> {
    const held = await storage.lease((it) =>
      it && it.owner !== owner && isLive(it.until, clock.now()) ? it : { owner, until: clock.now() + rowLeaseMs },
    )
    return held?.owner === owner
  }

  return {
    async lead(work) {
      while (!(await hold())) await wait(rowLeaseMs / 4)
      let isOver = false
      // Where a renewal fails, the lease runs out and another leader takes over.
      const lost = (async () => {
        for (;;) {
          await wait(rowLeaseMs / 3)
          // Nobody hears this once the work is over.
          if (isOver || !(await hold().catch(() => true))) throw new DOMException('another leads', 'AbortError')
        }
      })()
      try {
        return await Promise.race([work(), lost])
      } finally {
        isOver = true
        await storage.lease((it) => (it?.owner === owner ? undefined : it)).catch(() => {})
      }
    },
  }
}

/** A lease further ahead than any was ever granted comes from a clock that has since been set back. */
function isLive(until: number, now: number): boolean {
  return until > now && until - now <= rowLeaseMs
}
