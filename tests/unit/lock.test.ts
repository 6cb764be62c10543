import { describe, expect, test } from 'vitest'
import { rowLeaseLeader, webLockLeader, type Leader } from '#src/outbox/lock.ts'
import { createDice } from '#tests/support/simulator/dice.ts'
import { createDisk, createDiskStorage } from '#tests/support/simulator/disk.ts'
import { createLockRoom } from '#tests/support/simulator/locks.ts'
import { createTab, type Tab } from '#tests/support/simulator/tab.ts'
import { createWorld, type World } from '#tests/support/simulator/world.ts'

type Make = (world: World) => (tab: Tab, isAlive?: () => boolean) => Leader

const byLock: Make = (world) => {
  const room = createLockRoom()
  return (tab, isAlive = () => true) =>
    webLockLeader(
      room.of(tab),
      'outbox',
      async () => isAlive(),
      (ms) => {
        const controller = new AbortController()
        world.after(ms, () => controller.abort())
        return controller.signal
      },
    )
}

const byRow: Make = (world) => {
  const disk = createDisk(() => {})
  let owners = 0
  return (tab) => {
    const storage = createDiskStorage(world, tab, disk, createDice(1), { fails: 0, isFull: () => false })
    return rowLeaseLeader(
      storage,
      { now: () => world.now() },
      `tab ${++owners}`,
      (ms) =>
        new Promise((resolve) => {
          tab.after(ms, resolve)
        }),
    )
  }
}

const held = (tab: Tab, ms: number, log: string[], name: string) => () =>
  new Promise<void>((resolve) => {
    log.push(`${name} in`)
    tab.after(ms, () => {
      log.push(`${name} out`)
      resolve()
    })
  })

describe.each([
  ['a Web Lock', byLock],
  ['a row', byRow],
] as const)('a leader by %s', (_, make) => {
  test('is held by one at a time', async () => {
    const world = createWorld()
    const leaderOf = make(world)
    const log: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const tab = createTab(world)
      void leaderOf(tab).lead(held(tab, 10_000, log, name))
    }
    await world.pass(60_000)
    expect(log.filter((_, i) => i % 2 === 0).map((it) => it.replace('in', 'out'))).toEqual(
      log.filter((_, i) => i % 2 === 1),
    )
    expect(log).toHaveLength(6)
  })

  test('passes on within 2 s when its holder is killed', async () => {
    const world = createWorld()
    const leaderOf = make(world)
    const log: string[] = []
    const [killed, waiting] = [createTab(world), createTab(world)]
    void leaderOf(killed).lead(held(killed, 60_000, log, 'killed'))
    await world.pass(5000)
    void leaderOf(waiting).lead(held(waiting, 10, log, 'next'))
    await world.pass(1000)
    killed.kill()
    await world.pass(2500)
    expect(log).toEqual(['killed in', 'next in', 'next out'])
  })

  test('passes on when the work fails', async () => {
    const world = createWorld()
    const leaderOf = make(world)
    const log: string[] = []
    const tab = createTab(world)
    const failing = leaderOf(tab)
      .lead(() => Promise.reject(new Error('disk')))
      .catch(() => log.push('failed'))
    void leaderOf(tab).lead(held(tab, 10, log, 'next'))
    await world.pass(5000)
    await failing
    expect(log.toSorted()).toEqual(['failed', 'next in', 'next out'])
  })
})

test('a frozen holder that shows no sign of life loses the lock', async () => {
  const world = createWorld()
  const leaderOf = byLock(world)
  const log: string[] = []
  const [frozen, waiting] = [createTab(world), createTab(world)]
  leaderOf(frozen)
    .lead(held(frozen, 1000, log, 'frozen'))
    .catch(() => log.push('robbed'))
  frozen.freeze(600_000)
  let isAlive = true
  void leaderOf(waiting, () => isAlive).lead(held(waiting, 10, log, 'next'))
  await world.pass(140_000)
  expect(log, 'alive: it waits on').toEqual(['frozen in'])
  isAlive = false
  await world.pass(80_000)
  expect(log.toSorted()).toEqual(['frozen in', 'next in', 'next out', 'robbed'])
})

test('a holder that was frozen longer than its lease finds that another has it', async () => {
  const world = createWorld()
  const leaderOf = byRow(world)
  const log: string[] = []
  const [frozen, waiting] = [createTab(world), createTab(world)]
  leaderOf(frozen)
    .lead(held(frozen, 15_000, log, 'frozen'))
    .catch(() => log.push('robbed'))
  await world.pass(100)
  frozen.freeze(10_000)
  void leaderOf(waiting).lead(held(waiting, 30_000, log, 'next'))
  await world.pass(14_000)
  expect(log).toEqual(['frozen in', 'next in', 'robbed'])
  await world.pass(30_000)
  expect(log).toEqual(['frozen in', 'next in', 'robbed', 'frozen out', 'next out'])
})

test('a lease from a clock that was set back does not last', async () => {
  const world = createWorld()
  const disk = createDisk(() => {})
  const tab = createTab(world)
  disk.lease = { owner: 'of next year', until: 365 * 24 * 60 * 60_000 }
  const storage = createDiskStorage(world, tab, disk, createDice(1), { fails: 0, isFull: () => false })
  const log: string[] = []
  void rowLeaseLeader(
    storage,
    { now: () => world.now() },
    'me',
    (ms) =>
      new Promise((resolve) => {
        tab.after(ms, resolve)
      }),
  ).lead(held(tab, 10, log, 'me'))
  await world.pass(100)
  expect(log).toEqual(['me in', 'me out'])
})
