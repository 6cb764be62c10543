import { expect, test } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import { startDrain } from '#src/outbox/drain.ts'
import { createDice } from '#tests/support/simulator/dice.ts'
import { createDisk, createDiskStorage } from '#tests/support/simulator/disk.ts'
import { createTab } from '#tests/support/simulator/tab.ts'
import { createWorld } from '#tests/support/simulator/world.ts'
import { commandLike } from '#tests/support/command-like.ts'

test('a tab that slept between its look and its claim sends nothing', async () => {
  const world = createWorld()
  const disk = createDisk(() => {})
  const storage = createDiskStorage(world, createTab(world), disk, createDice(1), { fails: 0, isFull: () => false })
  disk.rows.set('id', commandLike({ call: gameSign.path, state: 'queued', attempt: 0, lease: null }))
  let sent = 0
  const asked = storage.isSuspended
  // Signed out in the moment after the answer "not suspended".
  storage.isSuspended = async () => {
    const was = await asked()
    disk.isSuspended = true
    return was
  }
  startDrain(
    {
      storage,
      uid: 'A',
      outcomesOf: () => Promise.resolve([]),
      clock: { now: () => 0 },
      random: () => 0,
      appCode: 1,
      newOwner: () => 'me',
      knows: () => true,
      onApplied: () => {},
      send: () => Promise.resolve(sent++),
    },
    false,
  ).done.catch(() => {})
  await world.pass(1000)
  expect(sent).toBe(0)
  expect(disk.rows.get('id')).toMatchObject({ state: 'queued', attempt: 0 })
})
