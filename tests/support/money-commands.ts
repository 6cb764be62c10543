import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#protocol/call.ts'
import { repayCardBill } from '#protocol/cards.ts'
import { interestOf } from '#protocol/deposit-rules.ts'
import { depositEnd, depositOpen } from '#protocol/deposits.ts'
import type { Envelope } from '#protocol/errors.ts'
import { draftGenerate, orderCancel, prepay, type OrderDraft } from '#protocol/orders.ts'
import { claimEarnings, redeemCode } from '#protocol/rewards.ts'
import { weekReceive } from '#protocol/salary.ts'
import { exchange, withdraw } from '#protocol/wallet.ts'
import type { ResolvedAct } from './money-act.ts'
import type { Command, How } from './money-history.ts'
import { transactionPassword, type Apps, type MoneyWorld } from './money-world.ts'
import { term } from './wallet-history.ts'

interface Sent {
  call: Call
  args: object
}

/** Fetches the price of a purchase and adds it to the act; other acts are returned unchanged. */
export async function withPrice(world: MoneyWorld, resolved: ResolvedAct): Promise<ResolvedAct> {
  const { act } = resolved
  if (act.kind !== 'buy') return resolved
  const who = await world.tokenOf(memberOf(world, act))
  const { body } = await world.apps.live.send(draftGenerate, who, {
    args: { productId: world.offers[act.what]?.productId, quantity: act.quantity },
  })
  if (body.errno !== 0) throw new Error(`no price: ${body.errmsg}`)
  const draft = body.data as OrderDraft
  world.ids.set(resolved.n, draft.id)
  const coupon = [...world.ids].find(([, id]) => id === draft.couponId)?.[0] ?? null
  return { ...resolved, amount: draft.actualPayment, coupon }
}

/** Sends a command in the manner of `how` under one key and returns its errno. All its answers must be equal. */
export async function send(world: MoneyWorld, resolved: ResolvedAct<Command>, how: How): Promise<number> {
  const { call, args } = await requestOf(world, resolved)
  const who = await world.tokenOf(memberOf(world, resolved.act))
  const key = `money-${resolved.act.kind}-${randomUUID()}`
  const once = async (app: keyof Apps = 'live'): Promise<Envelope> => {
    for (let tries = 1; ; tries += 1) {
      const { body } = await world.apps[app].send(call, who, {
        args,
        key,
        ...(call.proof === undefined ? {} : { password: transactionPassword }),
      })
      // The server asks for a retry by 409 or 1503, and the app does retry, after a while: a copy is still at work.
      if (tries === 200 || (body.errno !== 409 && body.errno !== 1503)) return body
      await pause(10)
    }
  }
  if (how === 'killed' || how === 'lost') {
    const { errno } = await once(how)
    if (errno !== 500) throw new Error(`a process that was killed answered ${errno}`)
  }
  const answers =
    how === 'twice at once'
      ? await Promise.all([once(), once()])
      : how === 'again'
        ? [await once(), await once()]
        : [await once()]
  if (!answers.every((it) => isDeepStrictEqual(it, answers[0])))
    throw new Error(`one key had two answers: ${JSON.stringify(answers)}`)
  const { errno, data } = answers[0]!
  world.keys.set(key, { kind: resolved.act.kind, errno })
  if (errno === 0 && ['buy', 'open', 'withdraw'].includes(resolved.act.kind))
    world.ids.set(resolved.n, (data as { id: string }).id)
  // Either check may run first: a foreign coupon (1705) or a changed price (1706).
  return errno === 1705 ? 1706 : errno
}

function memberOf({ members }: MoneyWorld, act: { who: number }): string {
  return members[act.who]?.memberId ?? ''
}

async function requestOf(world: MoneyWorld, { act, n, at, amount, left }: ResolvedAct<Command>): Promise<Sent> {
  const id = world.ids.get(at)
  switch (act.kind) {
    case 'buy':
      return {
        call: prepay,
        args: { draftId: world.ids.get(n), wallet: act.wallet, expectedPayment: amount, risksRead: true },
      }
    case 'cancel':
      return { call: orderCancel, args: { orderId: id, expectedRefund: Math.max(0, amount) } }
    case 'claim':
      return { call: claimEarnings, args: {} }
    case 'exchange':
      return { call: exchange, args: { from: 'income', to: 'recharge', amount } }
    case 'open':
      return {
        call: depositOpen,
        args: { termId: term.id, amount, from: act.wallet, expectedInterest: interestOf(amount, term) },
      }
    case 'end':
      return { call: depositEnd, args: { id } }
    case 'withdraw':
      return {
        call: withdraw,
        args: {
          amount,
          cardId: world.members[act.who]?.cardId,
          expectedArrival: amount - Math.max(50, Math.floor(amount / 100)),
        },
      }
    case 'repay':
      return { call: repayCardBill, args: { billId: id, wallet: act.wallet, amount, expectedLeft: left } }
    case 'redeem':
      return { call: redeemCode, args: { code: id } }
    case 'receive':
      return { call: weekReceive, args: { week: await weekAt(world, at) } }
  }
}

async function weekAt({ database, members }: MoneyWorld, index: number): Promise<string | null | undefined> {
  const bills = await database.kysely
    .selectFrom('contractBill')
    .select('week')
    .where('memberId', '=', members[0]?.memberId ?? '')
    .orderBy('receivableFrom')
    .execute()
  return bills[index]?.week
}
