import * as v from 'valibot'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import { booksCurrency } from '../../../db/books-currency.ts'
import type { Db } from '../../../db/open.ts'
import { Terms } from './tariff.ts'

/** Prices of a machine's sessions that begin from a moment on; `machineId` null for all machines without their own. */
export async function setTariff(
  db: Db,
  { machineId, validFrom, terms }: { machineId: string | null; validFrom: string; terms: Terms },
  clock: Clock,
): Promise<void> {
  await db
    .insertInto('tariff')
    .values({ machineId, currency: booksCurrency, validFrom, terms: JSON.stringify(terms), setAt: instant(clock) })
    .execute()
}

/** The prices that held for a machine at an instant: its own, else those for all. Undefined where there were none. */
export async function termsAt(db: Db, machineId: string, at: number): Promise<Terms | undefined> {
  const row = await db
    .selectFrom('tariff')
    .select('terms')
    .where((it) => it.or([it('machineId', '=', machineId), it('machineId', 'is', null)]))
    .where('validFrom', '<=', instant(at))
    .orderBy((it) => it('machineId', 'is', null))
    .orderBy('validFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && v.parse(Terms, row.terms)
}
