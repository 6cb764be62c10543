import type { LocalizedText } from '../../db/schema.ts'

/** How much of what came in paid what its member owed, in minor units. */
export interface PaidDebt {
  paidDebt?: number | undefined
  currency: string
}

/** The parameters of each kind of message. Money in minor units with its currency; names as the database has them. */
export interface NoticeParams {
  topup_received: { amount: number; currency: string } & PaidDebt
  topup_under_review: { amount: number; currency: string }
  topup_declined: { amount: number; currency: string; reason: string }
  /**
   * `owed` is what of it was not in its wallet any more, or not yet: `pending` of it waits to be claimed. `refunded`
   * went back to wallets for orders that were cancelled before. `growth` points of claims went with it. Servers of
   * before told none of these.
   */
  money_taken_back: {
    amount: number
    owed: number
    currency: string
    reason: string
    pending?: number
    growth?: number
    refunded?: Record<'recharge' | 'income', { amount: number; paidDebt: number }>
  }
  /** What was taken back by mistake. */
  money_given_back: { amount: number; currency: string; reason: string } & PaidDebt
  order_paid: { product: string; quantity: number }
  order_cancelled: { product: string; amount: number; currency: string } & PaidDebt
  /**
   * `paidOn`: the member's day of the settlement. Messages of before have `day` alone, UTC's of what was settled.
   * `hasEnded`: of units whose term has ended, since they were last settled.
   */
  income_settled: { day: string; paidOn?: string; amount: number; currency: string; hasEnded?: boolean }
  points_order_shipped: { goods: LocalizedText }
  points_order_refunded: { goods: LocalizedText; points: number }
  machine_stopped: { product: string }
  machine_running: { product: string }
  /** `amount` went back for all the member's orders of it; `ended` of them are settled, the others were cancelled. */
  machine_closed: { product: string; reason: string; ended: number; amount: number; currency: string } & PaidDebt
  unit_expired: { product: string; units: number }
  withdrawal_requested: { amount: number; currency: string; card: string }
  withdrawal_approved: { amount: number; currency: string; card: string }
  withdrawal_sent: { amount: number; currency: string; card: string }
  withdrawal_arrived: { amount: number; currency: string; card: string }
  withdrawal_returned: { amount: number; currency: string; reason: string } & PaidDebt
  deposit_matured: { amount: number; interest: number; currency: string } & PaidDebt
  /** A Monday; null where no whole week is paid by it, absent in messages of servers of before. */
  contract_approved: { version: number; firstPaidOn?: string | null }
  contract_returned: { remark: string }
  /**
   * The last day, passed or to come; whether a week up to then is paid, and the Monday from which an update is. Servers
   * of before told the day alone.
   */
  contract_ended: { day: string; isPaid?: boolean; nextOn?: string | null }
  phone_changed: { phone: string }
  new_device: Record<string, never>
  password_changed: Record<string, never>
  transaction_password_changed: Record<string, never>
  card_added: Record<string, never>
  /** `day` is when it is due, `what` the operator's words for what it is for. Servers of before told no `what`. */
  card_billed: { amount: number; currency: string; card: string; day: string; isFee?: boolean; what?: string }
  /** `amount` is what was left, `what` the operator's words for what a charge was for; `reason` why it is waived. */
  card_bill_waived: { amount: number; currency: string; card: string; isFee?: boolean; what?: string; reason: string }
  /** What a card costs a year now, and the day from which on it does. */
  card_fee_raised: { amount: number; currency: string; card: string; day: string }
  passkey_added: Record<string, never>
  level_reached: { level: number; points: number }
  pool_won: { round: string; points: number }
  pay_ready: { amount: number; currency: string }
  invited_registered: { name: string; goldCoins: number }
  article_published: { titles: LocalizedText }
  /** A UTC day and `hh:mm` of it. */
  server_restored: { day: string; time: string }
  terms_changed: { titles: LocalizedText }
}
export type NoticeKind = keyof NoticeParams

/**
 * `line` stands in the app; `push`, where given, replaces it on a lock screen, which must show no amount and no number
 * of units.
 */
export interface Text {
  title: string
  line: string
  push?: string
}

/** A text for every kind of message: a new kind doesn't compile untranslated. */
export type Catalogue = { [K in NoticeKind]: (params: NoticeParams[K]) => Text }
