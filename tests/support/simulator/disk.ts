import type { Command, Lease } from '#src/outbox/command.ts'
import type { OutboxStorage } from '#src/outbox/storage.ts'
import type { Dice } from './dice.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** What a member's database holds; it outlives every tab. */
export interface Disk {
  rows: Map<string, Command>
  sequence: number
  isSuspended: boolean
  lease: Lease | undefined
  listeners: Set<() => void>
  /** Told of every row as it is written. */
  onWrite: (row: Command) => void
}

export function createDisk(onWrite: (row: Command) => void): Disk {
  return { rows: new Map(), sequence: 0, isSuspended: false, lease: undefined, listeners: new Set(), onWrite }
}

export interface DiskFaults {
  /** Chance that a writing step fails before it is committed. */
  fails: number
  isFull(): boolean
}

/** The disk as one tab sees it. A step is committed at one moment and told at a later one; a tab can die in between. */
export function createDiskStorage(world: World, tab: Tab, disk: Disk, dice: Dice, faults: DiskFaults): OutboxStorage {
  function step<T>(isWrite: boolean, commit: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const failure =
        isWrite && (faults.isFull() ? 'QuotaExceededError' : dice.chance(faults.fails) ? 'UnknownError' : undefined)
      tab.after(1, () => {
        if (failure) {
          tab.after(1, () => reject(Object.assign(new Error(failure), { name: failure })))
          return
        }
        try {
          const result = commit()
          tab.after(1, () => resolve(result))
        } catch (refusal) {
          tab.after(1, () => reject(refusal))
        }
      })
    })
  }

  function put(row: Command) {
    disk.rows.set(row.id, row)
    disk.onWrite(row)
  }

  function change(id: string, alter: (row: Command) => Command | undefined): Command | undefined {
    const before = disk.rows.get(id)
    const next = before && alter(before)
    if (next) {
      put(next)
      changed()
    }
    return next
  }

  function changed() {
    for (const listener of disk.listeners) world.after(1, listener)
  }

  return {
    rows: () => step(false, () => [...disk.rows.values()].toSorted((a, b) => a.seq - b.seq)),
    update: (id, alter) => step(true, () => change(id, alter)),
    claim: (id, alter) => step(true, () => (disk.isSuspended ? undefined : change(id, alter))),
    append: (isSame, make) =>
      step(true, () => {
        const same = isSame ? [...disk.rows.values()].filter(isSame) : []
        const made = make(disk.sequence + 1, same)
        if (!made) return undefined
        disk.sequence = Math.max(disk.sequence, made.seq)
        put(made)
        changed()
        return made
      }),
    remove: (ids) =>
      step(true, () => {
        for (const id of ids) disk.rows.delete(id)
        changed()
      }),
    prune: (choose) =>
      step(true, () => {
        for (const id of choose([...disk.rows.values()].toSorted((a, b) => a.seq - b.seq))) disk.rows.delete(id)
        changed()
      }),
    isSuspended: () => step(false, () => disk.isSuspended),
    setSuspended: (isSuspended) =>
      step(false, () => {
        disk.isSuspended = isSuspended
        changed()
      }),
    lease: (change) =>
      step(false, () => {
        disk.lease = change(disk.lease)
        return disk.lease
      }),
    watch(listener) {
      const told = () => {
        if (tab.isAlive()) listener()
      }
      disk.listeners.add(told)
      tab.onKill(() => disk.listeners.delete(told))
      return () => disk.listeners.delete(told)
    },
    close() {},
  }
}
