import * as v from 'valibot'
import { claimEarnings, gameSign, redeemCode, signList, signNumber } from '#protocol/rewards.ts'
import { earnReceive } from '#protocol/wallet.ts'
import { rewardOf } from '../../db/gifts.ts'
import { keyringOf } from '../../db/keyring.ts'
import { translatorFor } from '../../db/terms.ts'
import { cursorOf } from '../../http/cursor.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { checkIn, keepTry, daysOf, checkInState, todayOf } from './check-in.ts'
import { claimIncome, receiveIncome } from './claim.ts'
import { redeemGift } from './gift-codes.ts'
import { quizGivenUp, quizHandIn, quizOfToday, quizStart } from './quiz-calls.ts'
import { scale } from './rules.ts'

const list = handle(signList, async (context, args) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  const today = await todayOf(db, memberId, clock)
  const month = args.month ?? today.slice(0, 7)
  return { month, today, days: await daysOf(db, memberId, month), scale: [...scale] }
})

const number = handle(signNumber, (context) => checkInState(context.db, memberOf(context), context.clock))

const sign: Handler = {
  ...handle(gameSign, (context, { madeAt }) =>
    checkIn(context.db, { memberId: memberOf(context), madeAt }, context.clock),
  ),
  async whileSwitchedOff(context, sent) {
    const args = v.safeParse(gameSign.args, sent)
    if (args.success)
      await keepTry(context.db, { memberId: memberOf(context), madeAt: args.output.madeAt }, context.clock)
  },
}

const claim = handle(claimEarnings, async (context, { unitId }) => {
  const memberId = memberOf(context)
  const { transferId, ...claimed } = await claimIncome(context.db, { memberId, unitId: unitId ?? null }, context.clock)
  return { ...claimed, billId: cursorOf([transferId, 'income']) }
})

const receive = handle(earnReceive, (context, { before }) =>
  receiveIncome(context.db, { memberId: memberOf(context), before }, context.clock),
)

const redeem = handle(redeemCode, async (context, { code }) => {
  const { db, clock, config, language } = context
  const gifts = await redeemGift(db, keyringOf(config), { memberId: memberOf(context), code }, clock)
  const translate = await translatorFor(db, language)
  return { code, rewards: gifts.map((it) => rewardOf(it, translate)) }
})

export const rewardsCalls: readonly Handler[] = [
  list,
  number,
  sign,
  claim,
  receive,
  redeem,
  quizOfToday,
  quizStart,
  quizHandIn,
  quizGivenUp,
]
