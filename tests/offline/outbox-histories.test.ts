import { expect, test } from 'vitest'
import { liveMany, replayOf } from '#tests/support/simulator/many.ts'

const count = Number(process.env.HISTORIES ?? 20_000)
const first = Number(process.env.SEED ?? 1)

test(
  'whatever happens, the server has done exactly what members were told was saved',
  { timeout: 3_600_000 },
  async () => {
    const { histories, taps, effects, failures } = await liveMany(first, count)
    expect(failures.map(replayOf)).toEqual([])
    expect(histories).toBe(count)
    // A simulator in which nothing happens would find nothing.
    expect(effects).toBeGreaterThan(taps / 4)
    expect(taps).toBeGreaterThan(0)
  },
)

test('a clock that jumps between saving and sending leaves no wrong word on the command', async () => {
  expect((await liveMany(10_188, 1)).failures.map(replayOf)).toEqual([])
})

test('a command that depends on one cancelled and removed long ago is not saved', async () => {
  expect((await liveMany(290_224, 1)).failures.map(replayOf)).toEqual([])
})
