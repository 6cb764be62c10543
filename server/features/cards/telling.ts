import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { notify } from '../../notices/notify.ts'

/** A bill as its member is told of it: `amount` in minor units, `dueOn` a day, `lastFour` of its card. */
export interface Billed {
  id: string
  memberId: string
  amount: number
  currency: string
  dueOn: string
  lastFour: string | null
}

/** Tells members of bills of their cards, once of each: one that nobody has heard of can't be paid in time. */
export async function tellBilled(db: Db, bills: readonly Billed[], clock: Clock): Promise<void> {
  await notify(
    db,
    bills.map(({ id, memberId, amount, currency, dueOn, lastFour }) => ({
      memberId,
      kind: 'card_billed',
      ref: id,
      params: { amount, currency, card: `•••• ${lastFour ?? ''}`.trim(), day: dueOn },
      route: '/subPages/card/list',
    })),
    clock,
  )
}
