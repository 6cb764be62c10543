import type { Clock } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { Db } from '../../db/open.ts'
import { payInCapital, setAside } from '../../ledger/set-aside.ts'
import { demoRules } from './demo-rules.ts'
import { publishGame } from './publishing.ts'

/** 250.00 of the demo operator's own for prizes in money. */
const amount = 25_000

/** Publishes the demonstration's games, and funds what they can win. Leaves games alone that are there. */
export async function seedDemoGames(db: Db, clock: Clock): Promise<void> {
  const known = await db.selectFrom('game').select('id').limit(1).executeTakeFirst()
  if (known) return
  const memo = { subject: 'demo' }
  await payInCapital(db, { amount, currency, memo }, clock)
  await setAside(db, { code: 'prizes', amount, currency, memo }, clock)
  for (const rule of demoRules) await publishGame(db, rule, clock)
}
