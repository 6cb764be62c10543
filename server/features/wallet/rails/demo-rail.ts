import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { readChecked, withChecksum } from '../../../base58.ts'
import type { Rail } from './rail.ts'

const payAfterMs = 20_000
const blockMs = 3000
const mark = 'DEMO'

/**
 * The demonstration's rail: it pretends that each top-up is paid in full some time after it was opened. Its addresses
 * begin with DEMO and are valid on no chain, so that no wallet can send to them.
 */
export function demoRail(db: Db, clock: Clock): Rail {
  const confirmations = 5
  return {
    asset: 'USDT',
    network: 'demo',
    decimals: 6,
    confirmations,
    demo: true,
    holdings: null,
    mintAddress: () => `${mark}${withChecksum(randomBytes(20))}`,
    checkAddress: (address) => {
      if (!address.startsWith(mark)) throw new RangeError(`does not begin with ${mark}`)
      readChecked(address.slice(mark.length))
    },
    transfersTo: async (address, since, final) => {
      const opened = await db
        .selectFrom('awaitedTopUp')
        .select(['id', 'due', 'openedAt'])
        .where('address', '=', address)
        .where('openedAt', '>=', since)
        .execute()
      const transfers = opened.flatMap(({ id, due, openedAt }) => {
        const paid = millisOf(openedAt) + payAfterMs
        if (clock.now() < paid || final.has(id)) return []
        return [
          {
            externalId: id,
            value: due,
            confirmed: Math.min(confirmations, Math.floor((clock.now() - paid) / blockMs)),
            at: instant(paid),
          },
        ]
      })
      return { transfers, through: null, disputed: [] }
    },
  }
}
