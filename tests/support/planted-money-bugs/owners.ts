import { onServer } from './on-server.ts'

/** Whose it is, and who says so. */
export const owners = [
  onServer({
    name: 'anybody cancels an order',
    file: 'server/features/orders/cancelling.ts',
    from: ".where('purchase.memberId', '=', memberId)",
    to: '',
    test: 'buying',
    caughtBy: "another member's draft and order are not there",
  }),
  onServer({
    name: 'anybody repays a bill',
    file: 'server/features/cards/bills.ts',
    from: ".where('cardBill.memberId', '=', memberId)",
    to: '',
    test: 'cards',
    caughtBy: 'of another member are not there',
  }),
  onServer({
    name: 'anybody ends a deposit',
    file: 'server/features/wallet/deposits/ending.ts',
    from: ".where('memberId', '=', memberId)\n    .forUpdate()",
    to: '.forUpdate()',
    test: 'deposits',
    caughtBy: 'are refused with nothing moved',
  }),
  onServer({
    name: 'the password is asked for on the repeat, not on the first send',
    file: 'server/http/pipeline.ts',
    from: 'if (asksAhead(handler) && !(context.isAnswered',
    to: 'if (asksAhead(handler) && (context.isAnswered',
    test: 'transaction-password',
    caughtBy: 'a wrong one is no outcome',
  }),
  onServer({
    name: 'one answered key stands for every proof',
    file: 'server/http/session.ts',
    from: ' and idem.key = ${key}',
    to: '',
    test: 'transaction-password',
    caughtBy: 'forgives the wrong ones once the right one comes',
  }),
  onServer({
    name: 'a withdrawal after a change of the account is not marked',
    file: 'server/features/wallet/withdrawal/withdrawing.ts',
    from: 'reviewUntil: review,',
    to: 'reviewUntil: null,',
    test: 'account-changes',
    caughtBy: 'one after the other mark until a day after the last',
  }),
]
