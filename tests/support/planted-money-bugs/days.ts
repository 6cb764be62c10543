import { onServer, settling } from './on-server.ts'

/** Days and expiries. */
export const days = [
  onServer({
    name: "a day's limit goes by the server's day",
    file: 'server/features/wallet/withdrawal/withdrawal-terms.ts',
    from: 'const today = dayIn(timeZone, clock.now())',
    to: "const today = dayIn('UTC', clock.now())",
    test: 'midnight',
    caughtBy: 'a withdrawal counts against the day it arrives on, and the limit is whole again',
  }),
  onServer({
    name: 'a check-in counts for the day it arrives on',
    file: 'server/features/rewards/rules.ts',
    from: 'if (age >= 0 && (of.wasTried || isInTime(of.madeAt, of.now)) && isTheirs && !of.signed.has(made)) return made',
    to: 'if (age === 0 && !of.signed.has(made)) return made',
    test: 'midnight',
    caughtBy: 'the check-in is of the day that the tap was made on',
  }),
  onServer({
    name: 'a draft can be paid at the instant it expires',
    file: 'server/features/orders/drafts.ts',
    from: 'draft.expiresAt <= instant(clock)',
    to: 'draft.expiresAt < instant(clock)',
    test: 'buying',
    caughtBy: 'a draft lasts half an hour',
  }),
  onServer({
    name: 'a coupon saves at the instant it expires',
    file: 'server/features/orders/pricing.ts',
    from: ".where('expiresAt', '>', instant(clock))",
    to: ".where('expiresAt', '>=', instant(clock))",
    test: 'coupons',
    caughtBy: 'that fit a purchase come with what each saves, the best first, and no others',
  }),
  onServer({
    name: 'a gift code pays at the instant it expires',
    file: 'server/features/rewards/gift-codes.ts',
    from: ".where('expiresAt', '>', instant(clock))\n    .whereRef",
    to: ".where('expiresAt', '>=', instant(clock))\n    .whereRef",
    test: 'gift-codes',
    caughtBy: 'are wrong with their name in the sentence when unknown, expired or used up, and give nothing',
  }),
  onServer({
    name: 'an order is cancelled at the instant its window ends',
    file: 'server/features/orders/cancelling.ts',
    from: 'order.cancellableUntil <= instant(clock)',
    to: 'order.cancellableUntil < instant(clock)',
    test: 'buying',
    caughtBy: 'is over when its window is over',
  }),
  onServer({
    name: 'a deposit loses its interest at the instant of its term',
    file: 'server/features/wallet/deposits/ending.ts',
    from: 'deposit.maturesAt <= instant(clock)',
    to: 'deposit.maturesAt < instant(clock)',
    test: 'deposits',
    caughtBy: 'told to be due by a clock that is ahead',
  }),
  onServer({
    name: 'a unit is paid for the instant it expires',
    file: settling,
    from: 'and counted_at < it.until',
    to: 'and counted_at <= it.until',
    test: 'settlement',
    caughtBy: 'pays what is due up to its expiry and ends the unit',
  }),
]
