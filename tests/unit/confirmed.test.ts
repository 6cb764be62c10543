import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { Command } from '#src/outbox/command.ts'
import { markLost } from '#src/outbox/confirmed.ts'
import type { OutboxStorage } from '#src/outbox/storage.ts'
import { commandLike } from '#tests/support/command-like.ts'

/** What `markLost` uses of a storage, in memory. */
function storageOf(rows: Command[]): { storage: OutboxStorage; states: () => string[] } {
  const storage = {
    rows: async () => [...rows],
    update: async (id: string, step: (row: Command) => Command | undefined) => {
      const at = rows.findIndex((it) => it.id === id)
      const next = rows[at] && step(rows[at])
      if (next) rows[at] = next
      return next
    },
  } as OutboxStorage
  return { storage, states: () => rows.map((it) => it.state) }
}

test('what the server confirmed and no longer knows is lost; what is open or was rejected is not asked for', async () => {
  const { storage, states } = storageOf([
    commandLike({ id: 'kept', state: 'applied' }),
    commandLike({ id: 'gone', state: 'applied' }),
    commandLike({ id: 'open', state: 'queued' }),
    commandLike({ id: 'rejected', state: 'rejected' }),
  ])
  const asked: string[] = []
  await markLost(storage, async (ids) => {
    asked.push(...ids)
    return ['kept']
  })
  expect(asked).toEqual(['kept', 'gone'])
  expect(states()).toEqual(['applied', 'lost', 'queued', 'rejected'])
})

test('a server that can not be asked takes nothing away', async () => {
  const { storage, states } = storageOf([commandLike({ id: 'a', state: 'applied' })])
  await expect(markLost(storage, () => Promise.reject(new ApiError('network', 'no route')))).rejects.toThrow('no route')
  expect(states()).toEqual(['applied'])
})

test('asks for a hundred at a time, and for nothing where nothing was confirmed', async () => {
  const sizes: number[] = []
  const ask = async (ids: readonly string[]) => {
    sizes.push(ids.length)
    return ids
  }
  await markLost(storageOf([]).storage, ask)
  expect(sizes).toEqual([])
  const rows = Array.from({ length: 230 }, (_, n) => commandLike({ id: `command-${n}`, state: 'applied' }))
  const { storage, states } = storageOf(rows)
  await markLost(storage, ask)
  expect(sizes).toEqual([100, 100, 30])
  expect(new Set(states())).toEqual(new Set(['applied']))
})
