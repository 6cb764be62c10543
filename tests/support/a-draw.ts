import type { Draw, Game, Slot } from '#protocol/games.ts'
import { draw, hashOf } from '#src/lib/fair-draw.ts'

const serverSeed = '9f64fe532f8d572b3fd83511a3e0e68c7b307daca7c96997ebc8e1092bc6945c'
const names = ['Nothing', '5 coins', '50 coins', 'Big one']
const idOf = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`

/** The slots of the games of these tests; the last one has a limited stock. */
export const slots: readonly Slot[] = [700, 200, 90, 10].map((weight, place) => ({
  id: idOf(place),
  name: names[place]!,
  art: 'coins',
  type: place === 0 ? null : 1,
  reward: place === 0 ? null : { of: 'gold', amount: 5 ** place },
  weight,
  left: place === 3 ? 4 : null,
  guaranteed: place > 1,
}))

/** A game with those slots, as it is offered. */
export function aGame(change: Partial<Game> = {}): Game {
  return {
    id: 'daily-box',
    kind: 'box',
    name: 'Daily box',
    line: '',
    art: 'box',
    version: 3,
    price: { of: 'gold', amount: 10 },
    slots: [...slots],
    odds: '3',
    mostAtOnce: 5,
    drawsLeft: null,
    levelNeeded: 0,
    closed: null,
    guarantee: { every: 10, in: 4 },
    ...change,
  }
}

/** A draw of that game, made by docs/fair-draws.md. `weights` are those of its moment. */
export async function aDraw(nonce = 1, weights = slots.map((it) => it.weight)): Promise<Draw> {
  const { roll, index } = await draw({ serverSeed, memberSeed: 'mine', nonce, weights })
  const slot = slots[index]!
  return {
    id: idOf(1000 + nonce),
    game: 'daily-box',
    gameName: 'Daily box',
    kind: 'box',
    price: { of: 'gold', amount: 10 },
    prize: slot.reward ? slot : null,
    status: slot.reward ? 0 : null,
    at: '2026-11-20T05:46:00.000Z',
    receivedAt: null,
    proof: {
      version: 3,
      seedHash: await hashOf(serverSeed),
      serverSeed,
      memberSeed: 'mine',
      nonce,
      slots: slots.map(({ id, name }, place) => ({ id, name, weight: weights[place]! })),
      roll,
      slotId: slot.id,
      byGuarantee: false,
    },
  }
}
