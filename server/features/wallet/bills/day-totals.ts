import * as v from 'valibot'
import type { Answer } from '#protocol/call.ts'
import { Bill, type dayTotals } from '#protocol/wallet.ts'
import { addDays, instant, startOfDay } from '../../../clock.ts'
import { zoneOf } from '../../../db/member-zone.ts'
import type { Db } from '../../../db/open.ts'
import { balancesOf } from '../../../ledger/accounts.ts'
import { totalsOf } from '../../../ledger/bills.ts'
import { walletOf } from '../../../ledger/wallets.ts'

type Totals = Answer<typeof dayTotals>['items']

/** What moved in a member's wallets on each of their days of a month, by wallet and kind. */
export async function totalsByDay(db: Db, { memberId, month }: { memberId: string; month: string }): Promise<Totals> {
  const zone = await zoneOf(db, memberId)
  const startOf = (day: string) => instant(startOfDay(zone, day))
  const wallets = new Map(
    (await balancesOf(db, memberId)).flatMap(({ id, code }) => {
      const wallet = walletOf(code)
      return wallet ? [[id, wallet]] : []
    }),
  )
  const spans = daysOf(month).map((day) => ({ name: day, since: startOf(day), until: startOf(addDays(day, 1)) }))
  const totals = new Map<string, Totals[number]>()
  const accountIds = [...wallets.keys()]
  for (const { name: day, accountId, kind, asset, change } of await totalsOf(db, { memberId, accountIds }, spans)) {
    const wallet = wallets.get(accountId)
    if (!wallet) continue
    // Time deposits are two accounts of one wallet.
    const total = totals.get(`${day} ${wallet} ${kind}`) ?? {
      day,
      wallet,
      kind: v.parse(Bill.entries.kind, kind),
      amount: 0,
      currency: asset,
    }
    total.amount += change
    totals.set(`${day} ${wallet} ${kind}`, total)
  }
  return [...totals.values()]
}

function daysOf(month: string): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}
