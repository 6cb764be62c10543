import { ApiError } from '#src/api/api-error.ts'
import type { Clock } from '#src/lib/clock.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '#src/outbox/outbox.ts'
import { rowLeaseLeader, webLockLeader, type Leader } from '#src/outbox/lock.ts'
import type { Command } from '#src/outbox/command.ts'
import type { OutboxStorage } from '#src/outbox/storage.ts'
import { knows } from '#src/outbox/send.ts'
import { createDisk, createDiskStorage, type Disk, type DiskFaults } from './disk.ts'
import type { Dice } from './dice.ts'
import { createLockRoom } from './locks.ts'
import { refusal, type Server } from './server.ts'
import { createTab, type Tab } from './tab.ts'
import type { World } from './world.ts'

/** A tab with a member's outbox open in it. */
export interface OpenTab {
  tab: Tab
  outbox: Outbox
}

/** One installation: its tabs, its clock, its databases, its cookie. */
export interface Phone {
  tabs: OpenTab[]
  faults: DiskFaults & { fails: number; full: boolean }
  clockOffset: number
  /** Milliseconds since 1970 as the device tells them: simulated time, off by `clockOffset`. */
  clock: Clock
  /** Who the cookie signs in; undefined when nobody, `isDead` when the server has forgotten it. */
  cookie: { uid: string; isDead: boolean } | undefined
  tokenLoss: number
  /** Foreground commands that were sent without anybody looking on. Must stay empty. */
  sentByDrainer: Set<string>
  disk(uid: string): Disk
  /** Opens a tab for whoever is, or was last, signed in. */
  open(): OpenTab
  close(tab: OpenTab): void
  closeAll(): void
  signIn(uid: string): void
  signOut(from: OpenTab): void
}

export interface Making {
  /** Web Locks, or the lease row of browsers without them. */
  hasLocks: boolean
  appCode?: number
  epoch?: number
  makeStorage?: (at: {
    world: World
    uid: string
    tab: Tab
    disk: Disk
    faults: DiskFaults
    dice: Dice
  }) => OutboxStorage
  onWrite?: (row: Command) => void
  /** Told of everything, to look at one history. */
  trace?: (...what: unknown[]) => void
}

/** When virtual time begins, unless said otherwise. */
export const epoch = 1_790_000_000_000

export function createPhone(world: World, dice: Dice, server: Server, making: Making): Phone {
  const lockRooms = new Map<string, ReturnType<typeof createLockRoom>>()
  const disks = new Map<string, Disk>()
  let ids = 0
  let owner = 'A'

  const phone: Phone = {
    tabs: [],
    faults: { fails: 0, full: false, isFull: () => phone.faults.full },
    clockOffset: 0,
    clock: { now: () => (making.epoch ?? epoch) + world.now() + phone.clockOffset },
    cookie: { uid: owner, isDead: false },
    tokenLoss: 0,
    sentByDrainer: new Set(),
    disk(uid) {
      let disk = disks.get(uid)
      if (!disk) disks.set(uid, (disk = createDisk(making.onWrite ?? (() => {}))))
      return disk
    },
    open() {
      const tab = createTab(world)
      const opened = { tab, outbox: createOutbox(portsOf(owner, tab)) }
      phone.tabs.push(opened)
      void (phone.cookie && !phone.cookie.isDead ? opened.outbox.resume() : opened.outbox.drain(true))
      return opened
    },
    close(opened) {
      opened.tab.kill()
      opened.outbox.stop()
      phone.tabs = phone.tabs.filter((it) => it !== opened)
    },
    closeAll() {
      for (const opened of phone.tabs) phone.close(opened)
    },
    signIn(uid) {
      phone.cookie = { uid, isDead: false }
      const isOther = uid !== owner
      owner = uid
      for (const opened of phone.tabs) {
        if (isOther) {
          // A tab that follows another member's signing in leaves what it has under way to end by itself.
          opened.outbox.stop()
          opened.outbox = createOutbox(portsOf(uid, opened.tab))
        }
        opened.outbox.resume().catch(() => {})
      }
    },
    signOut({ outbox }) {
      outbox.suspend().catch(() => {})
      phone.cookie = undefined
    },
  }

  function portsOf(uid: string, tab: Tab): OutboxPorts {
    const disk = phone.disk(uid)
    const storage =
      making.makeStorage?.({ world, uid, tab, disk, faults: phone.faults, dice }) ??
      createDiskStorage(world, tab, disk, dice, phone.faults)
    const { clock } = phone
    // The access token in this tab's memory: whose it is, or none yet.
    let token: string | undefined

    async function signed(): Promise<string> {
      if (token === undefined || dice.chance(phone.tokenLoss)) token = await refresh()
      if (token !== uid) throw refusal('session_expired')
      return token
    }

    async function refresh(): Promise<string> {
      await pause(tab, dice.whole(1, 100))
      if (dice.chance(server.faults.lostRequest)) throw new ApiError('network', 'no route')
      if (!phone.cookie || phone.cookie.isDead) throw refusal('session_expired')
      return phone.cookie.uid
    }

    return {
      uid,
      storage,
      clock,
      knows,
      appCode: making.appCode ?? 1709,
      random: dice.next,
      newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
      newOwner: () => `drain ${++ids}`,
      timer: (run, ms) => tab.after(ms, run),
      leader: leaderOf(uid, tab, storage, clock),
      onApplied: () => {},
      send: (command) =>
        alive(tab, async () => {
          if (command.delivery === 'foreground') phone.sentByDrainer.add(command.id)
          return server.request(await signed(), command.id, command.call, command.args)
        }),
      sendNow: (call, command, args) =>
        alive(tab, async () => {
          return (await server.request(await signed(), command.id, call.path, args)) as never
        }),
      outcomesOf: (keys) => alive(tab, async () => server.settle(await signed(), keys)),
    }
  }

  function leaderOf(uid: string, tab: Tab, storage: OutboxStorage, clock: { now(): number }): Leader {
    if (!making.hasLocks) return rowLeaseLeader(storage, clock, `tab ${++ids}`, (ms) => pause(tab, ms))
    let room = lockRooms.get(uid)
    if (!room) lockRooms.set(uid, (room = createLockRoom()))
    const isHolderAlive = async () =>
      (await storage.rows()).some((row) => row.lease !== null && row.lease.until > clock.now())
    return webLockLeader(room.of(tab), uid, isHolderAlive, (ms) => {
      const controller = new AbortController()
      tab.after(ms, () => controller.abort())
      return controller.signal
    })
  }

  return phone
}

function pause(tab: Tab, ms: number): Promise<void> {
  return new Promise((resolve) => {
    tab.after(ms, resolve)
  })
}

/** What comes back to a tab that is gone, or frozen, comes back to nobody, or later. */
function alive<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    work().then(
      (value) => tab.after(0, () => resolve(value)),
      (failure: unknown) => tab.after(0, () => reject(failure)),
    )
  })
}
