import type { CallText } from './text.ts'

/** Calls about games, the points mall, and who invited whom. */
export const playTexts = {
  'game/box/list': ['List mystery boxes', 'Every box with its price and odds.'],
  'game/box/jackpotList': [
    'List the highest prizes of boxes',
    'With their chance and last winner, masked; null where there was none.',
  ],
  'game/box/buy': ['Open boxes', 'Charges and draws in one step, `count` boxes at once.'],
  'game/box/bill/list': ['List own draws', 'Every draw of the caller in any game, the newest first.'],
  'game/draw/info': ['Get a draw', 'One of the caller’s draws, with what is needed to check it.'],
  'game/box/confirmReceipt': ['Receive a box’s prize', 'Once for ever.'],
  'lottery/info': ['Get a lottery', 'The gold-coin or the Lucky Ball lottery with its odds.'],
  'lottery/jackpotList': [
    'List the highest prizes of lotteries',
    'With their chance and last winner, masked; null where there was none.',
  ],
  'lottery/open': ['Draw in a lottery', 'Charges and draws in one step.'],
  'lottery/receipt': ['Receive a lottery’s prize', 'Once for ever.'],
  'game/seed/renew': ['Renew the seed', 'Reveals the seed in use; the answer has the hash of the next one.'],
  'game/limits/save': ['Set own limits', 'Tighter limits and a pause hold at once, looser ones from tomorrow.'],
  'pool/rules/infor/record': ['Get the pool', 'The open round, the last ones that closed, and the caller’s shares.'],
  'pool/rules/running/light': ['List latest prizes of the pool', 'Real ones, with masked names.'],
  'pool/rules/confirm/receipt': ['Receive a share of the pool', 'Once for ever.'],
  'v2/pointMall/list': ['List goods of other pages', 'The few goods of the points mall that other pages show.'],
  'integral/goods/list': ['List goods (older)', 'The whole points mall, for clients of the version before.'],
  'integral/goods/v2/list': ['List goods', 'Goods of the points mall, filtered and sorted.'],
  'integral/goods/category/list': [
    'List categories of goods',
    'Categories of the points mall, and how much is in each.',
  ],
  'integral/goods/info': ['Get goods', 'One piece of the points mall, what it gives, and what is left.'],
  'integral/order/checkout': [
    'Order for points',
    'Orders and pays in one step. `expectedPoints` is the sum that was shown: another is rejected (1482), as are other `expectedTerms` (1706).',
  ],
  'integral/order/list': ['List orders for points', 'The caller’s orders of the points mall.'],
  'integral/order/refund': ['Ask for points back', 'While the parcel has not left. Asking twice is no error.'],
  'integral/order/receive': ['Confirm a parcel', 'A shipped parcel has come. Confirming twice is no error.'],
  'g/team/list': ['List the team', 'Whom the caller invited, and whom those invited, with masked names.'],
  'g/team/total': [
    'Get totals of the team',
    'How many people, direct and indirect; how many joined on each of the last 30 days, and how many there were.',
  ],
  'g/team/recharge/total': [
    'Get what the team topped up',
    'On the last Monday by which enough people had changed it; null before, as it would tell of one.',
  ],
  'invitation/reward/record': ['List rewards for invitations', 'The newest first, with the sums of all of them.'],
  'invitation/reward/confirm/receipt': ['Receive a reward for an invitation', 'Its gold coins, once for ever.'],
} as const satisfies Readonly<Record<string, CallText>>
