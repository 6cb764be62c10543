import type { Locks } from '#src/outbox/lock.ts'
import type { Tab } from './tab.ts'

interface Waiting {
  tab: Tab
  enter: () => void
}

/** The browser's Web Locks, as far as they are used: one holder, a queue, and death lets go. */
export interface LockRoom {
  of(tab: Tab): Locks
}

export function createLockRoom(): LockRoom {
  let holder: { tab: Tab; leave: () => void; steal: () => void } | undefined
  const queue: Waiting[] = []

  function next() {
    for (;;) {
      if (holder) return
      const waiting = queue.shift()
      if (!waiting) return
      if (waiting.tab.isAlive()) waiting.enter()
    }
  }

  function hold<T>(tab: Tab, work: () => Promise<T>, resolve: (value: T) => void, reject: (reason: unknown) => void) {
    const mine = {
      tab,
      leave() {
        if (holder !== mine) return
        holder = undefined
        next()
      },
      steal: () => reject(new DOMException('stolen', 'AbortError')),
    }
    holder = mine
    tab.onKill(mine.leave)
    work().then(resolve, reject).finally(mine.leave)
  }

  return {
    of: (tab) => ({
      request: (_, { signal, steal }, work) =>
        new Promise((resolve, reject) => {
          if (steal) {
            const robbed = holder
            holder = undefined
            robbed?.steal()
            hold(tab, work, resolve, reject)
            return
          }
          const waiting: Waiting = { tab, enter: () => hold(tab, work, resolve, reject) }
          signal?.addEventListener('abort', () => {
            const at = queue.indexOf(waiting)
            if (at < 0) return
            queue.splice(at, 1)
            reject(signal.reason)
          })
          queue.push(waiting)
          next()
        }),
    }),
  }
}
