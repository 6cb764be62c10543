import { billDetail } from '#protocol/books.ts'
import { meaningOf, partsOf, type BillType, type WalletName } from '#protocol/bill-types.ts'
import { billWallets } from '#protocol/wallet-reads.ts'
import { dayTotals, earnBills, streamList, vehicleEarnings, type Bill } from '#protocol/wallet.ts'
import { localized } from '../../../db/localized.ts'
import { translatorFor } from '../../../db/terms.ts'
import { handle, memberOf, type Context } from '../../../http/handler.ts'
import { detailOf } from './bill-detail.ts'
import type { Wanted } from './bills.ts'
import { billsPage } from './bills.ts'
import { totalsByDay } from './day-totals.ts'
import { earningsPage } from './vehicle-earnings.ts'

export const incomeBills = handle(earnBills, (context, args) =>
  billsPage(
    context.db,
    { memberId: memberOf(context), ...args, of: { pending: ['income'], income: ['income_claim'] } },
    context.clock,
  ),
)

/**
 * The kinds of a bill type within the asked wallets, all wallets unless one is asked; a wallet without any of them
 * stays empty.
 */
function wantedOf(type: BillType | undefined, wallet: WalletName | undefined): Pick<Wanted, 'of' | 'machines'> {
  const { wallets: own, kinds = 'every kind' } = type === undefined ? {} : meaningOf[type]
  const asked = wallet === undefined ? billWallets : partsOf[wallet]
  return {
    of: Object.fromEntries(asked.filter((it) => own === undefined || own.includes(it)).map((it) => [it, kinds])),
    machines: type === 'vehicle' || type === 'pile' ? type : undefined,
  }
}

export const bills = handle(streamList, async (context, { wallet, type, ...args }) => {
  const wanted = { memberId: memberOf(context), ...args, ...wantedOf(type, wallet) }
  const page = await billsPage(context.db, wanted, context.clock)
  return { ...page, items: await inWords(context, page.items) }
})

/** A level, goods of the points mall and games are in the books by their English name. */
async function inWords(context: Context, items: Bill[]): Promise<Bill[]> {
  const isInEnglish = (it: Bill) => it.kind === 'level_bonus' || ownId(it) !== undefined
  if (!items.some(isInEnglish)) return items
  const translate = await translatorFor(context.db, context.language)
  const names = await namesIn(context, items)
  return items.map((it) => {
    if (!isInEnglish(it) || it.subject === null) return it
    return { ...it, subject: names.get(ownId(it)) ?? translate(it.subject) }
  })
}

/** The order of the points mall or the draw that a bill names. */
function ownId({ pointsOrderId, drawId }: Bill): string | undefined {
  return pointsOrderId ?? drawId
}

/** What was ordered for points, and the games of draws, by the ids of order and draw. */
async function namesIn(context: Context, items: Bill[]): Promise<ReadonlyMap<string | undefined, string>> {
  const { db, language } = context
  const memberId = memberOf(context)
  const [orders, draws] = [items.flatMap((it) => it.pointsOrderId ?? []), items.flatMap((it) => it.drawId ?? [])]
  const rows = [
    ...(orders.length === 0
      ? []
      : await db
          .selectFrom('pointsOrder')
          .select(['id', 'name'])
          .where('memberId', '=', memberId)
          .where('id', 'in', orders)
          .execute()),
    ...(draws.length === 0
      ? []
      : await db
          .selectFrom('draw')
          .innerJoin('gameRule', (it) =>
            it.onRef('gameRule.game', '=', 'draw.game').onRef('gameRule.version', '=', 'draw.version'),
          )
          .select(['draw.id', 'gameRule.name'])
          .where('draw.memberId', '=', memberId)
          .where('draw.id', 'in', draws)
          .execute()),
  ]
  return new Map(rows.map((it) => [it.id, localized(language, it.name)]))
}

export const billTotals = handle(dayTotals, async (context, { month }) => ({
  items: await totalsByDay(context.db, { memberId: memberOf(context), month }),
}))

export const earningsByVehicle = handle(vehicleEarnings, (context, args) =>
  earningsPage(context.db, { memberId: memberOf(context), ...args }, context.clock),
)

export const bill = handle(billDetail, async (context, args) => {
  const detail = await detailOf(context.db, { memberId: memberOf(context), ...args })
  const [readable = detail.bill] = await inWords(context, [detail.bill])
  return { ...detail, bill: readable }
})
