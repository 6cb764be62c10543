import { pluralIn } from '../../plural.ts'
import type { Catalogue } from './catalogue.ts'
import { listIn, paramAmountIn } from './written.ts'

const amount = paramAmountIn('en')
const list = listIn('en')
const plural = pluralIn('en')

export const en: Catalogue = {
  bad_request: (p) => `This request can't be read: ${p['field']}: ${p['problem']}.`,
  session_expired: () => 'Please log in.',
  permission_denied: () => 'Permission denied.',
  unknown_call: () => 'This call is not known here.',
  in_progress: () => 'This is already being done. Please wait a moment.',
  body_too_large: () => 'This is too large to send.',
  key_reused: () => 'This action was already sent with other content.',
  update_required: () => 'Please update the app to go on.',
  too_many_requests: () => 'Too many requests. Please wait a moment.',
  internal: () => 'Something went wrong at our side. Nothing was changed; please try again.',
  unavailable: () => 'The service is busy. Please try again in a moment.',
  not_built: () => 'This service is not supported here.',
  switched_off: () => "This isn't offered: the operator of this server has switched it off.",
  not_found: () => 'This was not found.',
  add_failed: () => 'Adding failed: what was chosen is not there any more. Please choose again.',
  update_failed: () => 'Updating failed: what was chosen is not there any more. Please choose again.',
  redeem_wrong: (p) =>
    `The code ${p['code'] ?? ''} can't be redeemed: it is unknown, used up or expired, or you have used it before.`,
  lucky_balls_needed: (p) =>
    `Buying ${p['what']} consumes ${plural(p['balls'], { one: 'one Lucky Ball', other: `${p['balls']} Lucky Balls` })}.`,
  points_amount_wrong: () => 'The points amount is wrong.',
  points_insufficient: () => "You don't have enough points for this.",
  level_insufficient: (p) => `This needs member level ${p['needed']}; yours is ${p['level']}.`,
  credentials_wrong: () => 'Phone or password is wrong.',
  captcha_wrong: () => 'The security check was not passed. Please try again.',
  captcha_unknown: () => 'This security check is not known here, or was used before. Please ask for a new one.',
  code_wrong: () => 'Incorrect verification code.',
  password_weak: (p) => `Choose a password of at least ${p['least']} characters that isn't one of the common ones.`,
  account_exists: () => 'An account with this phone already exists.',
  invite_code_unknown: () => 'This invite code is not known.',
  wait_for_countdown: (p) =>
    `A code was just sent. You can ask for another in ${plural(p['seconds'], { one: 'one second', other: `${p['seconds']} seconds` })}.`,
  attempts_exhausted: (p) =>
    `Too many attempts. Please try again in ${plural(p['minutes'], { one: 'one minute', other: `${p['minutes']} minutes` })}.`,
  stock_gone: () => 'Somebody else was faster: there are not enough units left. Nothing was charged.',
  purchase_limit_reached: (p) =>
    `You can hold at most ${plural(p['limit'], { one: 'one unit', other: `${p['limit']} units` })} of this product.`,
  balance_insufficient: () => 'There is not enough in this wallet. Nothing was charged.',
  order_not_payable: () => "This order can't be paid any more. Please start again.",
  coupon_unusable: () => "This coupon can't be used here.",
  price_changed: () => 'The price has changed. Please look at the fresh numbers.',
  already_signed: () => 'You have already checked in for this day.',
  nothing_to_claim: () => 'There is nothing to claim right now.',
  already_cancelled: () => 'This order is already cancelled.',
  cancellation_window_over: () => 'The time in which this order could be cancelled is over.',
  withdrawal_approved: () => "This withdrawal is approved and can't be cancelled any more.",
  transaction_password_wrong: (p) =>
    `The transaction password is wrong. ${plural(p['left'], { one: 'You have one attempt left.', other: p['left'] ? `You have ${p['left']} attempts left.` : 'No attempt is left for now: reset it with a code, or try again later.' })}`,
  changed_meanwhile: () => 'This was changed on another device meanwhile. Please choose which version to keep.',
  address_limit_reached: (p) => `You can keep at most ${p['limit']} addresses.`,
  deposit_not_offered: () =>
    "This deposit isn't on offer right now: what is set aside for its interest doesn't cover it. Nothing was moved.",
  deposit_ended: () => 'This deposit has already ended.',
  transaction_password_missing: () => 'Please set a transaction password first: this needs it.',
  transaction_password_needed: () => 'Please enter your transaction password.',
  transaction_password_known: () =>
    'You already have a transaction password. Change it with the old one, or reset it with a code.',
  secret_unreadable: () => "What was encrypted here can't be read any more. Please try again.",
  card_number_wrong: () => 'This card number or its security code is not right. Please check it.',
  card_expired: () => 'This card has expired.',
  card_known: () => 'This card is already bound.',
  passkey_wrong: () => "This passkey wasn't accepted. Nothing was changed. Please try again, or use your password.",
  passkey_limit_reached: (p) => `You can keep at most ${p['limit']} passkeys.`,
  card_limit_reached: (p) => `You can bind at most ${p['limit']} cards.`,
  card_bill_open: () => 'A bill of this card is still open. Please repay it first.',
  card_bill_closed: () => 'This bill is already completed.',
  budget_used_up: () => 'The account this is paid out of is used up for now. Nothing was lost; please try again later.',
  not_receivable_yet: () => "This can't be claimed yet: it can be as soon as the account it is paid out of is funded.",
  picture_unusable: () => "This picture can't be used: it is too large or no JPEG, PNG or WebP.",
  odds_changed: () => 'The odds have changed since you saw them. Nothing was charged; please look at them again.',
  seed_changed: () => 'The seed was changed meanwhile. Nothing was charged; please look again.',
  game_closed: () =>
    "This game can't be played right now: its prizes are not covered, or are gone. Nothing was charged.",
  play_limit_reached: () => 'You have reached the limit of draws for today. Nothing was charged.',
  play_paused: () => 'You have paused all games. Nothing was charged.',
  quiz_over: () => "Today's quiz is over. Please come back tomorrow.",
  goods_gone: () => 'There are not enough of these left. Nothing was charged.',
  order_not_refundable: () => "This order can't be changed this way any more. Please look at its state.",
  contract_not_offered: () => "The operator doesn't offer you a contract at present.",
  contract_in_review: () => 'Your contract is being reviewed. You can change it once that is done.',
  account_in_use: (p) =>
    `This account can't be deleted yet. Still there: ${list(p['obstacles'], { wallets: 'money in your wallets', income: 'income to claim', deposits: 'time deposits', withdrawals: 'withdrawals under way', pay: 'pay from your contract', prizes: 'prizes in money to claim', bills: 'card bills', topUps: 'top-ups under way', parcels: 'parcels of the points mall', orders: 'orders that you can still cancel for your money, or keep until their time to cancel is over' })}. Withdraw, claim or finish these first.`,
  card_unusable: () => "This card can't take a withdrawal. Please choose an active card.",
  amount_out_of_range: (p) => `The amount must be from ${amount(p, 'least')} to ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `You can withdraw ${amount(p, 'left')} more today.`,
  top_up_limit_reached: (p) =>
    `${p['limit']} top-ups are open already. Please finish one, or wait until one has run out.`,
  rail_unavailable: () => 'This way to top up is not available right now. Please choose another one.',
}
