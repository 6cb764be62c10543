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
  unknown_call: () => "This server doesn't know this call.",
  in_progress: () => 'This is already in progress. Please wait a moment.',
  body_too_large: () => 'This is too large to send.',
  key_reused: () => 'This action was already sent with other content.',
  update_required: () => 'Please update the app to continue.',
  too_many_requests: () => 'Too many requests. Please wait a moment.',
  internal: () => 'Something went wrong on our side. Nothing was changed. Please try again.',
  unavailable: () => 'The service is busy. Please try again in a moment.',
  not_built: () => "This service isn't supported here.",
  switched_off: () => "This isn't available: the operator of this server has turned it off.",
  not_found: () => "This wasn't found.",
  add_failed: () => 'Adding failed: what you chose no longer exists. Please choose again.',
  update_failed: () => 'Updating failed: what you chose no longer exists. Please choose again.',
  redeem_wrong: (p) =>
    `The code ${p['code'] ?? ''} can't be redeemed: it is unknown, used up or expired, or you have used it before.`,
  lucky_balls_needed: (p) =>
    `Buying ${p['what']} consumes ${plural(p['balls'], { one: 'one Lucky Ball', other: `${p['balls']} Lucky Balls` })}.`,
  points_amount_wrong: () => 'The points amount is wrong.',
  points_insufficient: () => "You don't have enough points for this.",
  level_insufficient: (p) => `This needs member level ${p['needed']}; yours is ${p['level']}.`,
  credentials_wrong: () => 'Wrong phone number or password.',
  captcha_wrong: () => "You didn't pass the security check. Please try again.",
  captcha_unknown: () => 'This security check is unknown or was used before. Please request a new one.',
  code_wrong: (p) =>
    p['elsewhere']
      ? 'This code was requested on another device or in another browser. Please request a new one here.'
      : 'Incorrect verification code.',
  password_weak: (p) => `Choose a password of at least ${p['least']} characters that isn't one of the common ones.`,
  account_exists: () => 'An account with this phone already exists.',
  account_unknown: () => "There's no account with this phone number.",
  invite_code_unknown: () => "This invite code doesn't exist.",
  wait_for_countdown: (p) =>
    `A code was just sent. You can request another in ${plural(p['seconds'], { one: 'one second', other: `${p['seconds']} seconds` })}.`,
  attempts_exhausted: (p) =>
    `Too many attempts. Please try again in ${plural(p['minutes'], { one: 'one minute', other: `${p['minutes']} minutes` })}.`,
  country_not_served: () => "We can't send codes to numbers of this country. Please use another number.",
  codes_paused: (p) =>
    `We can't send any more codes for now. Please try again in ${plural(p['minutes'], { one: 'one minute', other: `${p['minutes']} minutes` })}.`,
  registration_closed: () =>
    "Nobody can register yet: the operator hasn't published the texts to agree to. Please try again later.",
  stock_gone: () => "Someone else was faster: there aren't enough units left. You weren't charged.",
  purchase_limit_reached: (p) =>
    `You can have at most ${plural(p['limit'], { one: 'one unit', other: `${p['limit']} units` })} of this product.`,
  balance_insufficient: () => "There isn't enough in this wallet. You weren't charged.",
  order_not_payable: () => "This order can't be paid any more. Please start again.",
  coupon_unusable: () => "This coupon can't be used here.",
  price_changed: () => 'The price has changed. Please check the new figures.',
  already_signed: () => 'You have already checked in for this day.',
  nothing_to_claim: () => 'There is nothing to claim right now.',
  already_cancelled: () => 'This order is already cancelled.',
  cancellation_window_over: () => 'The time for cancelling this order has passed.',
  withdrawal_approved: () => "This withdrawal is approved and can't be cancelled any more.",
  transaction_password_wrong: (p) =>
    `The transaction password is wrong. ${plural(p['left'], { one: 'You have one attempt left.', other: p['left'] ? `You have ${p['left']} attempts left.` : 'You have no attempts left for now: reset it with a code, or try again later.' })}`,
  changed_meanwhile: () => 'This was changed on another device. Please choose which version to keep.',
  address_limit_reached: (p) => `You can save at most ${p['limit']} addresses.`,
  deposit_not_offered: (p) =>
    p['isReserveShort']
      ? "This deposit isn't on offer right now: the reserve for interest doesn't cover it. Nothing was moved."
      : "This deposit isn't on offer right now. Nothing was moved.",
  deposit_ended: () => 'This deposit has already ended.',
  transaction_password_missing: () => 'Please set a transaction password first. You need it for this.',
  transaction_password_needed: () => 'Please enter your transaction password.',
  transaction_password_known: () =>
    'You already have a transaction password. Change it with the old one, or reset it with a code.',
  secret_unreadable: () => "We can't read what was encrypted here any more. Please try again.",
  card_number_wrong: () => 'The card number or security code is wrong. Please check them.',
  card_expired: () => 'This card has expired.',
  card_known: () => 'You have already added this card.',
  passkey_wrong: () => "This passkey wasn't accepted. Nothing was changed. Please try again, or use your password.",
  passkey_unknown: () => 'No account here has this passkey any more. Please log in with your password.',
  passkey_limit_reached: (p) => `You can keep at most ${p['limit']} passkeys.`,
  code_needed: () => 'Enter the code from the text message we send to your phone.',
  phone_changed_lately: (p) =>
    `Your phone number was changed lately. For your safety, you can set a transaction password in ${plural(p['hours'], { one: 'one hour', other: `${p['hours']} hours` })}.`,
  card_limit_reached: (p) => `You can add at most ${p['limit']} cards.`,
  card_bill_open: () => 'This card still has an open bill. Please repay it first.',
  card_bill_closed: () => 'There is nothing to pay for this bill any more. Nothing was taken.',
  budget_used_up: () => 'The account that pays for this is empty for now. Nothing was lost. Please try again later.',
  not_receivable_yet: () => "You can't claim this yet. You can as soon as the account that pays for it is funded.",
  picture_unusable: () => "This picture can't be used: it's too large, or isn't a JPEG, PNG or WebP.",
  odds_changed: () => "The odds have changed since you saw them. You weren't charged. Please check them again.",
  seed_changed: () => "The seed has changed. You weren't charged. Please check it again.",
  game_closed: (p) =>
    p['covered'] === undefined
      ? "You can't play this game right now: its prizes aren't covered, or are gone. You weren't charged."
      : `The operator's money for prizes covers only ${plural(p['covered'], { one: 'one of these draws', other: `${p['covered']} of these draws` })} at once right now. You weren't charged. Please choose fewer.`,
  play_limit_reached: () => "You have reached today's limit of draws. You weren't charged.",
  play_paused: () => "You have paused all games. You weren't charged.",
  quiz_over: () => "Today's quiz is over. Please come back tomorrow.",
  quiz_empty: () => 'There are no quiz questions right now. Please come back later.',
  goods_gone: () => "There aren't enough of these left. You weren't charged.",
  order_not_refundable: () => "This order can't be changed this way any more. Please check its status.",
  contract_not_offered: () => "The operator isn't offering you a contract right now.",
  contract_in_review: () => 'Your contract is being reviewed. You can change it after the review.',
  contract_not_running: () => 'You have no contract that is running, or its end is already set. Nothing was changed.',
  text_changed: () => 'The text that you agree to has changed. Nothing was done. Read it again before you agree.',
  account_in_use: (p) =>
    `This account can't be deleted yet. You still have: ${list(p['obstacles'], { wallets: 'money in your wallets', income: 'income to claim', deposits: 'time deposits', withdrawals: 'withdrawals in progress', pay: 'salary from your contract', prizes: 'prizes in money to claim', bills: 'card bills', topUps: 'top-ups in progress', parcels: 'parcels of the points mall', orders: 'orders you can still cancel (cancel them, or wait until the time for it has passed)' })}. Withdraw, claim or finish these first.`,
  card_unusable: () => "This card can't take a withdrawal. Please choose another card.",
  amount_out_of_range: (p) => `The amount must be from ${amount(p, 'least')} to ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `You can withdraw ${amount(p, 'left')} more today.`,
  top_up_limit_reached: (p) => `${p['limit']} top-ups are already open. Please finish one, or wait until one expires.`,
  rail_unavailable: () => "This way to top up isn't available right now. Please choose another one.",
}
