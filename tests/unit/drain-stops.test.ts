import { expect, test } from 'vitest'
import { gameSign, redeemCode } from '#protocol/rewards.ts'
import type { Command } from '#src/outbox/command.ts'
import { startDrain, type DrainPorts } from '#src/outbox/drain.ts'
import { createDrainer } from '#src/outbox/drainer.ts'
import { createDice } from '#tests/support/simulator/dice.ts'
import { createDisk, createDiskStorage } from '#tests/support/simulator/disk.ts'
import { createTab } from '#tests/support/simulator/tab.ts'
import { createWorld } from '#tests/support/simulator/world.ts'
import { commandLike } from '#tests/support/command-like.ts'

const noFaults = { fails: 0, isFull: () => false }
const ports = {
  uid: 'A',
  outcomesOf: () => Promise.resolve([]),
  clock: { now: () => 0 },
  random: () => 0,
  appCode: 1,
  newOwner: () => 'me',
  knows: () => true,
  onApplied: () => {},
}

/** A disk with `rows`, and a function that starts a drain over it. */
function stage(rows: readonly Command[], change: Partial<DrainPorts> = {}) {
  const world = createWorld()
  const disk = createDisk(() => {})
  const storage = createDiskStorage(world, createTab(world), disk, createDice(1), noFaults)
  for (const row of rows) disk.rows.set(row.id, row)
  const start = () => {
    const drain = startDrain({ ...ports, storage, send: () => Promise.resolve({}), ...change }, false)
    drain.done.catch(() => {})
    return drain
  }
  return { world, disk, storage, start }
}

test('a tab that slept between its look and its claim sends nothing', async () => {
  let sent = 0
  const row = commandLike({ call: gameSign.path })
  const { storage, disk, world, start } = stage([row], { send: () => Promise.resolve(sent++) })
  const asked = storage.isSuspended
  // Signed out in the moment after the answer "not suspended".
  storage.isSuspended = async () => {
    const was = await asked()
    disk.isSuspended = true
    return was
  }
  start()
  await world.pass(1000)
  expect(sent).toBe(0)
  expect(disk.rows.get('id')).toMatchObject({ state: 'queued', attempt: 0 })
})

test.each(['its member changes', 'its lock is stolen'])(
  'when %s, a tab ends what it sends and begins nothing more',
  async (why) => {
    const rows = [1, 2].map((seq) => commandLike({ id: `${seq}`, seq, call: gameSign.path }))
    const { storage, disk, world } = stage(rows)
    const answer = Promise.withResolvers<unknown>()
    const stolen = Promise.withResolvers<never>()
    const end = () =>
      why === 'its lock is stolen' ? stolen.reject(new DOMException('stolen', 'AbortError')) : drainer.stop()
    const drainer = createDrainer(
      { ...ports, storage, send: () => answer.promise },
      { lead: (work) => Promise.race([work(), stolen.promise]) },
      () => () => {},
    )
    void drainer.drain()
    await world.pass(1000)
    expect(disk.rows.get('1')).toMatchObject({ state: 'inflight' })
    end()
    answer.resolve({})
    await world.pass(1000)
    expect(disk.rows.get('1')).toMatchObject({ state: 'applied' })
    expect(disk.rows.get('2')).toMatchObject({ state: 'queued', attempt: 0 })
  },
)

test('what another tab still sends is looked at again when its lease ends', async () => {
  const first = commandLike({ id: 'first', call: gameSign.path })
  const waiting = commandLike({ id: 'second', seq: 2, lane: 'gift-codes', dependsOn: 'first', call: redeemCode.path })
  const { storage, disk, world, start } = stage([first, waiting])
  // A tab that was frozen takes it when this one has read the commands and found the first due.
  const asked = storage.isSuspended
  storage.isSuspended = async () => {
    disk.rows.set('first', { ...first, state: 'inflight', attempt: 1, lease: { owner: 'other', until: 60_000 } })
    return asked()
  }
  let wake: number | undefined
  void start().done.then((time) => (wake = time))
  await world.pass(1000)
  expect(wake).toBe(60_000)
})

test('a tab that was stopped in the moment before its claim sends nothing', async () => {
  const { storage, disk, world, start } = stage([commandLike({ id: '1', call: gameSign.path })])
  const asked = storage.isSuspended
  storage.isSuspended = async () => {
    const was = await asked()
    drain.stop()
    return was
  }
  const drain = start()
  await world.pass(1000)
  expect(disk.rows.get('1')).toMatchObject({ state: 'queued', attempt: 0 })
})

test('a tab that was stopped while it looked for what a dead tab left leaves all of it to the next', async () => {
  const asked: string[] = []
  const sending = commandLike({ id: '1', state: 'inflight', attempt: 1, lease: { owner: 'other', until: 60_000 } })
  const unknown = commandLike({
    id: '2',
    seq: 2,
    lane: undefined,
    delivery: 'foreground',
    state: 'unknown',
    attempt: 1,
  })
  const { storage, disk, world, start } = stage([sending, unknown], {
    outcomesOf: async (keys) => {
      asked.push(...keys)
      return []
    },
  })
  const read = storage.rows
  storage.rows = async () => {
    const rows = await read()
    drain.stop()
    return rows
  }
  const drain = start()
  await world.pass(1000)
  expect(disk.rows.get('1')).toEqual(sending)
  expect(asked).toEqual([])
})

test('what is saved as a drain ends is left to the next', async () => {
  const { disk, world, start } = stage([])
  const drain = start()
  await world.pass(1000)
  disk.rows.set('late', commandLike({ id: 'late', call: gameSign.path }))
  drain.poke()
  await world.pass(1000)
  expect(disk.rows.get('late')).toMatchObject({ state: 'queued', attempt: 0 })
})

test('a lock that fails at once is asked for again after a while, and not in a loop', async () => {
  let asked = 0
  const timers: [run: () => void, ms: number][] = []
  const { storage } = stage([])
  const drainer = createDrainer(
    { ...ports, storage, send: () => Promise.resolve({}) },
    { lead: () => (asked++ < 100 ? Promise.reject(new Error('no lease')) : new Promise(() => {})) },
    (run, ms) => {
      timers.push([run, ms])
      return () => {}
    },
  )
  await drainer.drain(true)
  expect(asked).toBe(1)
  expect(timers.map(([, ms]) => ms)).toEqual([5000])
  timers[0]![0]()
  expect(asked).toBe(2)
})
