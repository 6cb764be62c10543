import { depositEnd, depositList, depositOffers, depositOpen } from '#protocol/deposits.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { depositsPage } from './deposits.ts'
import { endDeposit } from './ending.ts'
import { openDeposit } from './opening.ts'
import { offers } from './terms.ts'

export const depositsCalls = [
  handle(depositOffers, async ({ db }) => ({ items: await offers(db) })),
  handle(depositList, (context, args) => depositsPage(context.db, { memberId: memberOf(context), ...args })),
  handle(depositOpen, (context, args) =>
    openDeposit(context.db, { memberId: memberOf(context), ...args }, context.clock),
  ),
  handle(depositEnd, (context, args) =>
    endDeposit(context.db, { memberId: memberOf(context), ...args }, context.clock),
  ),
]
