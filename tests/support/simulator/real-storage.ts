import type { Command } from '#src/outbox/command.ts'
import type { OutboxStorage } from '#src/outbox/storage.ts'
import type { Disk } from './disk.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/**
 * A real storage as a tab of the simulator uses it: virtual time waits for it, a dead tab hears nothing of it, and
 * `disk` is told of what was written. `before` comes before every step and may fail it.
 */
export function tameStorage(
  world: World,
  tab: Tab,
  storage: OutboxStorage,
  disk: Disk,
  before: () => void,
): OutboxStorage {
  function note(row: Command | undefined): Command | undefined {
    if (row) {
      disk.rows.set(row.id, row)
      disk.onWrite(row)
    }
    return row
  }

  function tame<T>(begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      tab.after(1, () => {
        const work = (async () => {
          before()
          return begin()
        })()
        world.hold(work)
        work.then(
          (value) => tab.after(1, () => resolve(value)),
          (failure: unknown) => tab.after(1, () => reject(failure)),
        )
      })
    })
  }

  return {
    rows: () => tame(() => storage.rows()),
    update: (id, step) => tame(async () => note(await storage.update(id, step))),
    claim: (id, step) => tame(async () => note(await storage.claim(id, step))),
    append: (isSame, make) =>
      tame(async () => {
        const row = await storage.append(isSame, make)
        return note(row)
      }),
    remove: (ids) =>
      tame(async () => {
        await storage.remove(ids)
        for (const id of ids) disk.rows.delete(id)
      }),
    prune: (choose) =>
      tame(async () => {
        let chosen: readonly string[] = []
        await storage.prune((rows) => (chosen = choose(rows)))
        for (const id of chosen) disk.rows.delete(id)
      }),
    isSuspended: () => tame(() => storage.isSuspended()),
    setSuspended: (isSuspended) => tame(() => storage.setSuspended(isSuspended)),
    lease: (step) => tame(() => storage.lease(step)),
    watch: (listener) =>
      storage.watch(() => {
        if (tab.isAlive()) listener()
      }),
    close: () => storage.close(),
  }
}
