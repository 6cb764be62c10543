import { onServer } from './on-server.ts'

/** Amounts that the client says. */
export const amounts = [
  onServer({
    name: 'the price that the client expects is paid',
    file: 'server/features/orders/buying.ts',
    from: "if (lines.actualPayment !== payment.expectedPayment) throw new DomainError('price_changed')",
    to: 'lines.actualPayment = payment.expectedPayment',
    test: 'buying',
    caughtBy: 'a price that is not what was shown is refused, and the fresh one is in the draft',
  }),
  onServer({
    name: 'the fee is what the client leaves for it',
    file: 'server/features/wallet/withdrawal/withdrawing.ts',
    from: "if (lines.arrives !== expectedArrival || lines.arrives === 0) throw new DomainError('price_changed')",
    to: 'Object.assign(lines, { fee: amount - lines.tax - expectedArrival, arrives: expectedArrival })',
    test: 'withdrawals',
    caughtBy: 'is refused with its reason, and changes nothing',
  }),
  onServer({
    name: 'a deposit earns what the client expects',
    file: 'server/features/wallet/deposits/opening.ts',
    from: 'const interest = interestOf(amount, term)',
    to: 'const interest = expectedInterest',
    test: 'deposits',
    caughtBy: 'are refused with nothing moved',
  }),
]
