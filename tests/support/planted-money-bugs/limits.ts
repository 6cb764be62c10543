import { onServer } from './on-server.ts'

/** Floors and limits. */
export const limits = [
  onServer({
    name: 'no floor under an account',
    // The table checks the floor that the posting function checks before it: what opens the accounts forgets both.
    file: 'server/db/migrations/234_postings_by_name.sql',
    from: 'select code, named.asset, rolled, account_code.floor',
    to: 'select code, named.asset, rolled, account_code.floor - 1000000 as floor',
    test: 'ledger',
    caughtBy: 'lets nobody below their floor, and undoes what came with it',
  }),
  onServer({
    name: "the day's limit is compared without the amount asked for",
    file: 'server/features/wallet/withdrawal/withdrawing.ts',
    from: 'if (amount > left) throw',
    to: 'if (left === 0) throw',
    test: 'withdrawals',
    caughtBy: "keeps to what a day allows, the member's own day, and counts nothing that was returned",
  }),
  onServer({
    name: "the day's limit is checked after the money moved",
    file: 'server/features/wallet/withdrawal/withdrawing.ts',
    from: "if (amount > left) throw new DomainError('daily_limit_reached', { left, currency })",
    to: "if (amount > left) {\n      await openAccounts(db, memberId, [{ code: 'withdrawing', asset: currency }])\n      const [debit, credit] = ['income', 'withdrawing'].map((code) => ({ ownerId: memberId, code }))\n      await post(db, [{ debit, credit, amount, asset: currency, kind: 'withdrawal', ref: randomUUID() }], clock)\n      throw new DomainError('daily_limit_reached', { left, currency }, { keepEffect: true })\n    }",
    test: 'money-calls',
    caughtBy: 'beyond what a day allows is refused with what is left, and moves nothing',
  }),
  onServer({
    name: "what was returned counts towards the day's limit",
    file: 'server/features/wallet/withdrawal/withdrawal-terms.ts',
    from: ".where('state', '<>', 'returned')",
    to: '',
    test: 'withdrawals',
    caughtBy: "keeps to what a day allows, the member's own day, and counts nothing that was returned",
  }),
  onServer({
    name: 'goods for points are sold without looking at the stock',
    file: 'server/features/pointsmall/ordering.ts',
    from: "if (stock < quantity) throw new DomainError('goods_gone')",
    to: '',
    test: 'pointsmall',
    caughtBy: 'the last piece goes to one of two members, and the other keeps their coins',
  }),
  onServer({
    name: 'money that was won is not set aside',
    file: 'server/features/games/playing.ts',
    from: "if (slot.gift?.of !== 'money') continue",
    to: "if (slot.gift?.of !== 'money' || game.version > 0) continue",
    test: 'games',
    caughtBy: 'money that is won is set aside at once, and a game that is not funded is closed',
  }),
]
