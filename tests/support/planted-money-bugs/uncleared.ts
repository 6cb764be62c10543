import { onServer } from './on-server.ts'

/** Income that members were paid and machines have not given yet. */
export const uncleared = [
  onServer({
    name: 'what is uncleared counts as there for units',
    file: 'server/ledger/checks/book.ts',
    from: 'book.balance - book.uncleared as own',
    to: 'book.balance as own',
    test: 'income-checks',
    caughtBy: 'what is uncleared is not there for anything else',
  }),
  onServer({
    name: 'what is uncleared counts as left to machines',
    file: 'server/ledger/balance-sheet.ts',
    from: `['machine', ...clearingCodes]`,
    to: `['machine']`,
    test: 'income-checks',
    caughtBy: 'the books are sound, and say what is really left to machines',
  }),
  onServer({
    name: 'closed settlements are compared with what machines gave by then',
    file: 'server/ledger/checks/open-days.ts',
    from: `select coalesce(sum(change), 0)::bigint as amount from kept_code where kind = 'income' and code = 'pending'`,
    to: `select coalesce(-sum(change), 0)::bigint as amount from kept_code where kind = 'income' and code = 'machine'`,
    test: 'income-checks',
    caughtBy: 'it is cleared on the next day, and both days are closed',
  }),
  onServer({
    name: 'a closed settlement that is posted again has its old lines',
    file: 'server/ledger/checks/open-days.ts',
    from: 'settlement_run.done_at < it.open_from)',
    to: 'false)',
    test: 'income-checks',
    caughtBy: 'a settlement of a closed day that is posted again on an open one is found at night',
  }),
]
