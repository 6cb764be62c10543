import { currencyCalculate, currencyList, rechargeGoods, topUpAfterPaying, topUpOpen } from '#protocol/wallet.ts'
import { instant } from '../../../clock.ts'
import type { Context } from '../../../http/handler.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { openTopUp, rechargeTerms, runningTopUps, topUpOf } from './awaiting.ts'
import { textOf, worth } from '../exchange/exchange-math.ts'
import { lookAt } from './looking.ts'
import { railsOf } from '../rails/rails.ts'
import { between, quoteOf, quotes, rateBetween } from '../exchange/rates.ts'
import { booksCurrency } from '../../../db/books-currency.ts'

/** A rail is asked at most this often; in between the known state is answered. */
const lookEveryMs = 2000

export const topUpTerms = handle(rechargeGoods, async (context) => {
  const { db } = context
  const { amounts, minimum, maximum } = await rechargeTerms(db)
  const quoted = new Set((await quotes(db)).map((it) => it.code))
  const all = railsOf(context)
  const rails = all.filter((it) => quoted.has(it.asset))
  return {
    currency: booksCurrency,
    amounts,
    minimum,
    maximum,
    rails: rails.map(({ asset, network, decimals, confirmations, demo }) => ({
      asset,
      network,
      decimals,
      confirmations,
      demo,
    })),
    open: await runningTopUps(db, { memberId: memberOf(context), rails: all }, context.clock),
  }
})

export const currencies = handle(currencyList, async ({ db }, { base = booksCurrency }) => {
  const all = await quotes(db)
  if (all.length === 0) return { base, items: [] }
  const to = quoteOf(all, base)
  return {
    base,
    items: all.map((it) => {
      const { rate, publishedAt } = between(it, to)
      return { code: it.code, name: it.name, symbol: it.symbol, decimals: it.decimals, rate: textOf(rate), publishedAt }
    }),
  }
})

export const conversion = handle(currencyCalculate, async ({ db }, { amount, from, to }) => {
  const found = await rateBetween(db, from, to)
  const result = worth(BigInt(amount), found.from, found.to)
  if (result > BigInt(Number.MAX_SAFE_INTEGER))
    throw new DomainError('bad_request', { field: 'amount', problem: 'is more than can be said in that currency' })
  return { from, amount, to, result: Number(result), rate: textOf(found.rate), publishedAt: found.publishedAt }
})

export const topUp = handle(topUpOpen, async (context, { amount, asset, network }) => {
  const rails = railsOf(context)
  const rail = rails.find((it) => it.asset === asset && it.network === network)
  if (!rail) throw new DomainError('rail_unavailable')
  const memberId = memberOf(context)
  const id = await openTopUp(context.db, { memberId, amount, rail }, context.clock)
  return await topUpOf(context.db, { memberId, id, rails }, context.clock)
})

export const topUpAfterPayment = handle(topUpAfterPaying, async (context, { topUpId: id }) => {
  const memberId = memberOf(context)
  const rails = railsOf(context)
  await lookNow(context, memberId, id)
  return await topUpOf(context.db, { memberId, id, rails }, context.clock)
})

/** Asks the rail now. If it can't be reached, the job asks again later and the member gets the known state. */
async function lookNow(context: Context, memberId: string, id: string): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  // Checked and taken in one statement: of calls at once, one asks.
  const turn = await db
    .updateTable('depositAddress')
    .set({ askedAt: instant(now) })
    .where('address', '=', (it) =>
      it.selectFrom('awaitedTopUp').select('address').where('id', '=', id).where('memberId', '=', memberId),
    )
    .where((it) => it.or([it('askedAt', 'is', null), it('askedAt', '<=', instant(now - lookEveryMs))]))
    .returning(['address', 'network'])
    .executeTakeFirst()
  const rail = railsOf(context).find((it) => it.network === turn?.network)
  if (!turn || !rail) return
  await lookAt(context, rail, turn.address).catch((cause: unknown) => {
    log.error('a rail could not be asked', cause, { network: rail.network })
  })
}
