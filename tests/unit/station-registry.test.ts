import { setTimeout as passed } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { silentLog } from '#server/log.ts'
import type { CentralSystemDeps } from '#server/ocpp/central-system.ts'
import type { Connection } from '#server/ocpp/connection.ts'
import { createRegistry } from '#server/ocpp/registry.ts'

test('of two connections of a station the one that came last counts, however slow the database is', async () => {
  const delays = [50, 0]
  const statement = { set: () => statement, where: () => statement, execute: () => passed(delays.shift() ?? 0) }
  const database = { kysely: { updateTable: () => statement } } as unknown as CentralSystemDeps['database']
  const config = { trustedProxies: 0, publicOrigin: undefined }
  const registry = createRegistry({ database, clock: systemClock, config, log: silentLog })
  const connection = (id: string) => {
    const [close, end] = [vi.fn<Connection['close']>(), vi.fn<Connection['end']>()]
    const made = { station: 'A', id, protocol: 'ocpp1.6', onClose: () => {}, close, end }
    return made as typeof made & Connection
  }
  const [older, newer] = [connection('older'), connection('newer')]
  await Promise.all([registry.add(older), registry.add(newer)])
  expect(older.close).toHaveBeenCalledWith(1008, 'Connected anew')
  expect(newer.close).not.toHaveBeenCalled()
  await registry.stop()
})
