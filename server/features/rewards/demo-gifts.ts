import type { Clock } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { Db } from '../../db/open.ts'
import { fundedBy, payInCapital, setAside } from '../../ledger/set-aside.ts'

/** 250.00 of the demo operator's own for gift codes with money, so that the first one issued can be redeemed. */
const amount = 25_000

/** Funds the demonstration's gift codes, once. */
export async function fundDemoGifts(db: Db, clock: Clock): Promise<void> {
  const funded = await db
    .selectFrom('transfer')
    .select('id')
    .where('kind', '=', fundedBy.gifts)
    .limit(1)
    .executeTakeFirst()
  if (funded) return
  const memo = { subject: 'demo' }
  await payInCapital(db, { amount, currency, memo }, clock)
  await setAside(db, { code: 'gifts', amount, currency, memo }, clock)
}
