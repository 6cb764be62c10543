import type { CallText } from './text.ts'

/** Calls about money: wallets, withdrawals, top-ups, deposits, cards, pay, rewards, and the books. */
export const moneyTexts = {
  'g/account/info': ['Get balances', 'All wallets in minor units, points as whole coins and balls, and what is owed.'],
  'g/account/bill/earn/list': ['List income', 'What was settled and what was claimed, the newest first.'],
  'capital/streamList': ['List bills', 'Movements of one wallet or all, of one type or all, the newest first.'],
  'capital/streamInfo': [
    'Get one bill',
    'Down to the postings it is part of, its link in the chain and, for income, the machine’s revenue; with `unitId` for that unit of several.',
  ],
  'capital/statement': [
    'Get a statement',
    'The bills of a period of the caller’s days, with balances before and after, and the hashes that chain them.',
  ],
  'books/totals': ['Get the totals of the books', 'Those of the last reconciliation, and whether every check agreed.'],
  'capital/dayTotals': ['Get totals of days', 'What moved on each day of a month, by wallet and kind.'],
  'g/account/earn/receive': [
    'Receive settled income',
    'Moves what was settled before an instant into the income wallet. Sent twice, the second moves nothing.',
  ],
  'g/user/vehicle/earn/list': ['List income by machine', 'What each machine brought the caller on each day.'],
  'capital/exchangeRule': ['Get the ways between wallets', 'Between which of one’s own wallets money may go.'],
  'capital/exchange': ['Move money between wallets', 'From the caller’s income wallet to their recharge wallet, free.'],
  'g/coupon/my/list': ['List coupons', 'The caller’s coupons; `days` keeps those received in the last 7 or 30 days.'],
  'g/coupon/usable/list': ['List coupons that fit', 'Coupons that fit a purchase, the one that saves most first.'],
  'g/goods/withdrawInfo': [
    'Get what a withdrawal needs',
    'Balance, limits, and the withdrawals of the last 30 days; with `id` that one too, however old.',
  ],
  'Profit/rule': ['Get the rule of withdrawing', 'Fee, tax, bounds and time to arrive, in words and numbers.'],
  'Profit/check/capital': [
    'Check for obstacles',
    'Whether anything stands in the way of withdrawing. Ours answers that nothing does.',
  ],
  'Profit/calculate': ['Calculate a withdrawal', 'Fee, tax and what arrives of an amount.'],
  'Profit/withdrawal': [
    'Request a withdrawal',
    'To one of the caller’s cards. `expectedArrival` must still be what arrives, or the call is rejected (1706).',
  ],
  'capital/withdrawal/cancel': [
    'Cancel a withdrawal',
    'One that isn’t approved yet: all of it comes back. Cancelling it again answers the same.',
  ],
  'goods/rechargeGoods': ['Get ways to top up', 'Amounts to choose from, the bounds of a free one, and the rails.'],
  'currency/all': ['List currencies', 'Every currency and asset, with its rate and when that was published.'],
  'currency/calculate': ['Convert an amount', 'At the published rate; truncated, never rounded up.'],
  'currency/pay': [
    'Open a top-up',
    'Gives an address to pay to, or the open top-up of the same amount and rail. The specification writes by GET here.',
  ],
  'order/wallet/goToUpdateAboutTaskPayAfter': [
    'Look for a payment',
    'Looks at the rail at once and says how far the top-up is. A transfer is credited once, whoever asks.',
  ],
  'capital/deposit/offers': [
    'List terms of deposits',
    'Terms on offer, with the most that the operator’s reserve covers.',
  ],
  'capital/deposit/list': [
    'List deposits',
    'The caller’s time deposits: running ones, the soonest to end first, then ended ones.',
  ],
  'capital/deposit/open': [
    'Open a deposit',
    '`expectedInterest` must still be what it brings, and `expectedTerms` for how long, or the call is rejected (1706).',
  ],
  'capital/deposit/end': [
    'End a deposit',
    'The principal goes back to its wallet; at or after its term the interest comes too.',
  ],
  'capital/bank': ['List banks', 'Banks of a country whose cards can be bound.'],
  'card/type/list': [
    'List kinds of cards',
    'With the prefixes and lengths of their numbers, and what they cost a year.',
  ],
  'capital/findBindCardList': ['List bound cards', 'The caller’s cards with their open bills; numbers are masked.'],
  'capital/addBindCard': [
    'Bind a card',
    '`secret` is the encrypted number, expiry and CVV. The CVV is checked and never stored.',
  ],
  'capital/remove': ['Unbind a card', 'Withdrawals on their way to it still arrive; an open bill stands in the way.'],
  'order/hsCardSubmit': [
    'Repay a card bill',
    'Wholly or in part, from a wallet. `expectedLeft` must still be what is left of the bill.',
  ],
  'g/contract/info': ['Get the contract', 'Its terms, the caller’s submission, and what they can do next.'],
  'g/contract/submit': [
    'Sign the contract',
    'The operator reviews it. A submission based on an older version, or of terms that are no longer on offer, is rejected.',
  ],
  'g/contract/end': [
    'End the contract',
    'After the running week, or with its term where that comes first. `expectedEnd` must still be that day.',
  ],
  'g/contract/bill': ['List pay', 'Weekly salary, bonuses and corrections, with what can be received.'],
  'g/contract/confirm/receipt': ['Receive a bonus', 'A bonus or a correction into the income wallet, once for ever.'],
  'g/account/week/receive': ['Receive a week’s salary', 'Into the income wallet, once for ever for each week.'],
  'game/sign/list': ['Get the check-in calendar', 'One month, in the caller’s time zone.'],
  'game/sign/getSignNum': [
    'Get the check-in of today',
    'Days in a row and in all, whether today is done, and what the next one brings.',
  ],
  'game/sign': [
    'Check in',
    'Credits the day of `madeAt` where that lies within the last 48 hours and not before the member joined, otherwise the day of arrival.',
  ],
  'g/user/goods/earnings/claim': [
    'Claim income',
    'Moves everything settled, of one unit or all, into the income wallet.',
  ],
  'redeemCodeRule/use': ['Redeem a gift code', 'Once for each member and code; a wrong one is rejected (1474).'],
  'answer/info': ['Get the quiz of the day', 'What a start would ask and give, or what became of the day’s attempt.'],
  'answer/next': [
    'Start the quiz',
    'Starts the day’s only attempt and gives all its questions, without the right answers. It writes by GET.',
  ],
  'answer/submit': ['Hand in the quiz', 'A choice for each question in order. All right gives the prize at once.'],
  'answer/leave': ['Leave the quiz', 'Ends an attempt without answers.'],
} as const satisfies Readonly<Record<string, CallText>>
