import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { setAside, payInCapital } from '../../../ledger/set-aside.ts'
import { booksCurrency as currency } from '../../../db/books-currency.ts'

const bounds = { currency, minimum: 1000, maximum: 1_000_000 }
const terms = [
  { id: 'days-30', days: 30, rateBp: 250, position: 0 },
  { id: 'days-90', days: 90, rateBp: 350, position: 1 },
  { id: 'days-180', days: 180, rateBp: 450, position: 2 },
]
/** 250.00 of the demo operator's own: enough for a few deposits, so that a reserve can be seen to run out. */
const funds = 25_000

/**
 * Three terms, and a reserve that the demo's operator has paid for. Leaves what is there alone; run it in a
 * transaction.
 */
export async function seedDemoDeposits(db: Db, clock: Clock): Promise<void> {
  const made = await db
    .insertInto('depositTerm')
    .values(terms.map((it) => ({ ...it, ...bounds })))
    .onConflict((it) => it.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length < terms.length) return
  await payInCapital(db, { amount: funds, currency, memo: { subject: 'demo' } }, clock)
  await setAside(db, { code: 'reserve', amount: funds, currency, memo: { subject: 'demo' } }, clock)
}
