import { useLingui } from '@lingui/react/macro'
import { billKinds, type Bill, type BillKind } from '#protocol/wallet.ts'

export function isBillKind(kind: string): kind is BillKind {
  return billKinds.some((it) => it === kind)
}

/** The name of a kind of movement; a general name for a kind that only a newer server knows. */
export function useBillWords(): (kind: Bill['kind']) => string {
  const { t } = useLingui()
  const words: Record<BillKind, string> = {
    topup: t`Top-up`,
    purchase: t`Purchase`,
    refund: t`Refund`,
    closing_refund: t`Refund for a closed machine`,
    income: t`Income settled`,
    income_claim: t`Income claimed`,
    sign_reward: t`Check-in`,
    invite_reward: t`Invitation`,
    gift_points: t`Gift with a purchase`,
    gift_return: t`Gift taken back`,
    withdrawal: t`Withdrawal`,
    withdrawal_return: t`Withdrawal returned`,
    exchange: t`Exchange`,
    deposit: t`Time deposit opened`,
    deposit_return: t`Time deposit returned`,
    deposit_interest: t`Time deposit interest`,
    quiz_reward: t`Quiz reward`,
    gift_code: t`Gift code`,
    salary: t`Weekly salary`,
    card_repayment: t`Card bill payment`,
    prize: t`Prize`,
    points_spent: t`Points spent`,
    points_refund: t`Points refunded`,
    lucky_bought: t`Lucky Balls bought`,
    level_bonus: t`Level reached`,
    topup_reversal: t`Top-up taken back`,
    reversal_undone: t`Top-up given back`,
    income_reversal: t`Income taken back`,
    debt_netting: t`Paid off what you owed`,
  }
  return (kind) => (isBillKind(kind) ? words[kind] : t`Transaction`)
}

/** The name of a kind in the ledger. A kind that only a newer server knows is shown by its code. */
export function useKindWords(): (kind: string) => string {
  const { t } = useLingui()
  const words = useBillWords()
  const more: Record<string, string> = {
    deposit_promise: t`Interest set aside`,
    promise_return: t`Interest returned to the reserve`,
    withdrawal_paid: t`Paid out`,
    withdrawal_fee: t`Withdrawal fee`,
    withdrawal_tax: t`Tax withheld`,
    withdrawal_paid_return: t`Payment returned`,
    withdrawal_fee_return: t`Withdrawal fee returned`,
    withdrawal_tax_return: t`Withheld tax returned`,
    salary_due: t`Pay earned`,
    prize_due: t`Prize won`,
    topup_debt: t`Top-up taken back, owed`,
    income_debt: t`Income taken back, owed`,
    revenue_reversal: t`Revenue taken back`,
    fee_reversal: t`Operator's fee taken back`,
  }
  return (kind) => more[kind] ?? (isBillKind(kind) ? words(kind) : kind)
}
