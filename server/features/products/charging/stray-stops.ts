import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'

/** Keeps an end whose start is unknown until the start is; the same message twice is kept once. */
export async function keepStrayStop(
  db: Db,
  stop: { station: string; ref: string; saidAt: string; meterStop: number },
  clock: Clock,
): Promise<void> {
  await db
    .insertInto('strayStop')
    .values({ ...stop, heardAt: instant(clock), transactionId: null })
    .onConflict((it) => it.columns(['station', 'ref']).doNothing())
    .execute()
}
