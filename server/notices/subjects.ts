import type { PushCategory } from '#protocol/words.ts'
import type { NoticeKind } from './texts/catalogue.ts'

/** The push category that a kind of message belongs to. A new kind doesn't compile without one. */
const categories: Record<NoticeKind, PushCategory> = {
  income_settled: 'income',
  topup_received: 'wallet',
  topup_under_review: 'wallet',
  topup_declined: 'wallet',
  money_taken_back: 'wallet',
  money_given_back: 'wallet',
  deposit_matured: 'wallet',
  withdrawal_requested: 'wallet',
  withdrawal_approved: 'wallet',
  withdrawal_sent: 'wallet',
  withdrawal_arrived: 'wallet',
  withdrawal_returned: 'wallet',
  order_paid: 'products',
  order_cancelled: 'products',
  points_order_shipped: 'products',
  points_order_refunded: 'products',
  machine_stopped: 'products',
  machine_running: 'products',
  machine_closed: 'products',
  unit_expired: 'products',
  contract_approved: 'income',
  contract_returned: 'income',
  contract_ended: 'income',
  pay_ready: 'income',
  phone_changed: 'wallet',
  new_device: 'wallet',
  password_changed: 'wallet',
  transaction_password_changed: 'wallet',
  card_added: 'wallet',
  card_billed: 'wallet',
  card_bill_waived: 'wallet',
  card_fee_raised: 'wallet',
  passkey_added: 'wallet',
  level_reached: 'wallet',
  pool_won: 'games',
  invited_registered: 'team',
  article_published: 'news',
  server_restored: 'wallet',
  terms_changed: 'news',
}

/** Undefined for a kind that this version does not know. */
export function categoryOf(kind: string): PushCategory | undefined {
  return Object.hasOwn(categories, kind) ? categories[kind as NoticeKind] : undefined
}
