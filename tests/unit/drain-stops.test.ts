import { expect, test } from 'vitest'
import { gameSign, redeemCode } from '#protocol/rewards.ts'
import { startDrain } from '#src/outbox/drain.ts'
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

test('a tab that slept between its look and its claim sends nothing', async () => {
  const world = createWorld()
  const disk = createDisk(() => {})
  const storage = createDiskStorage(world, createTab(world), disk, createDice(1), noFaults)
  disk.rows.set('id', commandLike({ call: gameSign.path, state: 'queued', attempt: 0, lease: null }))
  let sent = 0
  const asked = storage.isSuspended
  // Signed out in the moment after the answer "not suspended".
  storage.isSuspended = async () => {
    const was = await asked()
    disk.isSuspended = true
    return was
  }
  const send = () => Promise.resolve(sent++)
  startDrain({ ...ports, storage, send }, false).done.catch(() => {})
  await world.pass(1000)
  expect(sent).toBe(0)
  expect(disk.rows.get('id')).toMatchObject({ state: 'queued', attempt: 0 })
})

test.each(['its member changes', 'its lock is stolen'])(
  'when %s, a tab ends what it sends and begins nothing more',
  async (why) => {
    const world = createWorld()
    const disk = createDisk(() => {})
    const storage = createDiskStorage(world, createTab(world), disk, createDice(1), noFaults)
    for (const seq of [1, 2]) disk.rows.set(`${seq}`, commandLike({ id: `${seq}`, seq, call: gameSign.path }))
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
  const world = createWorld()
  const disk = createDisk(() => {})
  const storage = createDiskStorage(world, createTab(world), disk, createDice(1), noFaults)
  const first = commandLike({ id: 'first', call: gameSign.path })
  disk.rows.set('first', first)
  const waiting = commandLike({ id: 'second', seq: 2, lane: 'gift-codes', dependsOn: 'first', call: redeemCode.path })
  disk.rows.set('second', waiting)
  // A tab that was frozen takes it when this one has read the commands and found the first due.
  const asked = storage.isSuspended
  storage.isSuspended = async () => {
    disk.rows.set('first', { ...first, state: 'inflight', attempt: 1, lease: { owner: 'other', until: 60_000 } })
    return asked()
  }
  let wake: number | undefined
  void startDrain({ ...ports, storage, send: () => Promise.resolve({}) }, false).done.then((time) => (wake = time))
  await world.pass(1000)
  expect(wake).toBe(60_000)
})
