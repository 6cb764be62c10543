import { expect, test } from 'vitest'
import { gameSign, redeemCode } from '#protocol/rewards.ts'
import { withdraw } from '#protocol/wallet.ts'
import type { Command } from '#src/outbox/command.ts'
import { startDrain } from '#src/outbox/drain.ts'
import { createDice } from '#tests/support/simulator/dice.ts'
import { createDisk, createDiskStorage } from '#tests/support/simulator/disk.ts'
import { createTab } from '#tests/support/simulator/tab.ts'
import { createWorld } from '#tests/support/simulator/world.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const hourMs = 3600_000
const start = '2026-11-20T06:00:00.000Z'
const settledAt = Date.parse(start)

/**
 * Ids of the rows that are left when the next drain begins so much later. When it has read the rows for the first time,
 * another tab stores `saved`, and the clock is set back by `back` milliseconds.
 */
async function leftAfter(
  ms: number,
  rows: readonly Command[],
  { saved, back = 0 }: { saved?: Command; back?: number } = {},
): Promise<string[]> {
  const clock = new ManualClock(start)
  const world = createWorld()
  const disk = createDisk(() => {})
  for (const row of rows) disk.rows.set(row.id, row)
  clock.advance(ms)
  const storage = createDiskStorage(world, createTab(world), disk, createDice(1), { fails: 0, isFull: () => false })
  startDrain(
    {
      storage: {
        ...storage,
        async rows() {
          const read = await storage.rows()
          if (saved) disk.rows.set(saved.id, saved)
          saved = undefined
          clock.advance(-back)
          back = 0
          return read
        },
      },
      uid: 'A',
      outcomesOf: () => Promise.resolve([]),
      clock,
      random: () => 0,
      appCode: 1,
      newOwner: () => 'me',
      knows: () => true,
      onApplied: () => {},
      send: () => Promise.reject(new Error('nothing is due')),
    },
    false,
  ).done.catch(() => {})
  await world.pass(1000)
  return [...disk.rows.keys()]
}

const settled = (id: string, change: Partial<Command>) =>
  commandLike({ id, call: gameSign.path, attempt: 1, settledAt, ...change })

test('what was applied or taken back stays for a day', async () => {
  const rows = [settled('applied', { state: 'applied' }), settled('cancelled', { state: 'cancelled', attempt: 0 })]
  expect(await leftAfter(24 * hourMs, rows)).toEqual(['applied', 'cancelled'])
  expect(await leftAfter(24 * hourMs + 1, rows)).toEqual([])
})

test('what the server refused stays until it is dismissed, also once it was seen', async () => {
  const refused = (id: string, isSeen?: boolean) =>
    settled(id, { call: redeemCode.path, lane: 'gift-codes', state: 'rejected', isSeen })
  const rows = [refused('unseen'), refused('seen on its screen', true)]
  expect(await leftAfter(400 * 24 * hourMs, rows)).toEqual(['unseen', 'seen on its screen'])
})

test('what was refused while the member looked on goes after a day; an answer that came later stays', async () => {
  const refused = (id: string, isSeen?: boolean) =>
    settled(id, { call: withdraw.path, delivery: 'foreground', lane: undefined, state: 'rejected', isSeen })
  const rows = [refused('told at once', true), refused('asked for afterwards')]
  expect(await leftAfter(24 * hourMs, rows)).toEqual(['told at once', 'asked for afterwards'])
  expect(await leftAfter(24 * hourMs + 1, rows)).toEqual(['asked for afterwards'])
})

test('what needs attention is never removed by itself', async () => {
  const rows = (['quarantined', 'conflict', 'lost'] as const).map((state) => settled(state, { state }))
  expect(await leftAfter(400 * 24 * hourMs, rows)).toEqual(['quarantined', 'conflict', 'lost'])
})

test('what an open command needs stays with it', async () => {
  const rows = [settled('first', { state: 'applied' }), commandLike({ id: 'next', state: 'conflict', seq: 2 })]
  const waiting = { ...rows[1]!, state: 'needsUpdate' as const, dependsOn: 'first' }
  expect(await leftAfter(25 * hourMs, [rows[0]!, waiting])).toEqual(['first', 'next'])
})

test('what a command needs that is saved while old ones are looked for stays with it', async () => {
  const first = settled('first', { state: 'applied', entityKey: 'address 1' })
  const waiting = commandLike({ seq: 2, state: 'needsUpdate', minCode: 2 })
  const dependent = { ...waiting, id: 'dependent', dependsOn: 'first' }
  expect(await leftAfter(25 * hourMs, [first], { saved: dependent })).toEqual(['first', 'dependent'])
  const edit = { ...waiting, id: 'edit', entityKey: 'address 1' }
  expect(await leftAfter(25 * hourMs, [first], { saved: edit })).toEqual(['first', 'edit'])
})

test('a tab that was frozen while the clock was set back removes nothing of today', async () => {
  const rows = [settled('applied', { state: 'applied' })]
  expect(await leftAfter(25 * hourMs, rows, { back: 25 * hourMs })).toEqual(['applied'])
})
