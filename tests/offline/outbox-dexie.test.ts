import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase, type Database } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { live } from '#tests/support/simulator/history.ts'
import type { Making } from '#tests/support/simulator/phone.ts'
import { tameStorage } from '#tests/support/simulator/real-storage.ts'

const count = Number(process.env.DEXIE_HISTORIES ?? 40)
const first = Number(process.env.SEED ?? 1)

/** The member's real database behind every tab; now and then a connection is closed under it. */
function onDexie(): Pick<Making, 'makeStorage'> {
  const from = { indexedDB: new IDBFactory(), IDBKeyRange }
  return {
    makeStorage({ world, uid, tab, disk, faults, dice }) {
      let open: Database | undefined
      const connection = createConnection(async () => (open = openDatabase(memberName(uid), from)))
      tab.onKill(() => connection.close())
      return tameStorage(world, tab, createDexieStorage(connection, uid), disk, () => {
        if (faults.isFull() || dice.chance(faults.fails))
          throw Object.assign(new Error('no'), { name: 'QuotaExceededError' })
        if (dice.chance(0.02)) open?.close()
      })
    },
  }
}

test('the same histories, on the real database', { timeout: 600_000 }, async () => {
  let effects = 0
  for (let seed = first; seed < first + count; seed++) {
    const verdict = await live(seed, onDexie())
    expect(verdict.faults, `seed ${seed}`).toEqual([])
    effects += verdict.effects
  }
  expect(effects).toBeGreaterThan(0)
})
