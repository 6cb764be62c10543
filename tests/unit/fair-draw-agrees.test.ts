import { randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSeed, rollOf, slotAt as slotOfServer, winningTickets } from '#server/features/games/fair-draw.ts'
import { draw, hashOf, poolWinners, sumOf } from '#src/lib/fair-draw.ts'

// Two implementations of docs/fair-draws.md, written apart from each other.

test('browser and server draw the same in 10,000 draws', async () => {
  for (let n = 0; n < 10_000; n++) {
    const { seed: serverSeed, hash } = newSeed()
    const memberSeed = randomBytes(randomInt(1, 33)).toString('utf8').slice(0, 64)
    const nonce = randomInt(1, 101)
    const weights = Array.from({ length: randomInt(1, 13) }, () => (randomInt(4) === 0 ? 0 : randomInt(1_000_000_000)))
    const total = sumOf(weights)
    if (total === 0) continue
    const { roll, index } = await draw({ serverSeed, memberSeed, nonce, weights })
    const rolled = rollOf({ serverSeed, memberSeed, nonce }, total)
    expect([roll, index, await hashOf(serverSeed)]).toEqual([rolled, slotOfServer(weights, rolled), hash])
  }
}, 60_000)

test('browser and server draw the same winners of the pool', async () => {
  for (let n = 0; n < 300; n++) {
    const { seed } = newSeed()
    const [tickets, winners] = [randomInt(60), randomInt(1, 12)]
    expect(await poolWinners(seed, tickets, winners)).toEqual([...winningTickets(seed, { tickets, winners })])
  }
})
