import * as v from 'valibot'
import { AgreedTexts } from './agreed-texts.ts'
import { get, post } from './call.ts'
import { Amount, Currency, Day, Empty, Id, Instant, Phone, Encrypted, Slug, text, whole } from './primitives.ts'
import { isCardExpiry, isCvv } from './card-rules.ts'
import { PayFrom } from './orders.ts'

export const Bank = v.object({
  id: Slug,
  name: v.string(),
  country: Slug,
  art: Slug,
  /** Digits its account or card numbers have. */ digits: v.array(whole(4, 34)),
})
export type Bank = v.InferOutput<typeof Bank>

export const bankList = get('capital/bank', {
  args: v.object({ country: v.optional(Slug) }),
  answer: v.object({ items: v.array(Bank) }),
})

/**
 * Kinds of card, looked up by code. Prefixes (`4`, or a range `2221-2720`) and lengths let the device name the scheme
 * while a number is typed (protocol/card-rules).
 */
export const CardType = v.object({
  code: Slug,
  name: v.string(),
  scheme: Slug,
  prefixes: v.array(v.string()),
  lengths: v.array(whole(8, 19)),
  cvvDigits: v.picklist([3, 4]),
  annualFee: Amount,
  currency: Currency,
})
export type CardType = v.InferOutput<typeof CardType>

export const cardTypeList = get('card/type/list', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(CardType) }),
})

/** -1 overdue, 0 to repay, 1 penalty paused, 2 completed (specification 3). Money in minor units. */
export const CardBill = v.object({
  id: Id,
  status: v.picklist([-1, 0, 1, 2]),
  currency: Currency,
  amount: Amount,
  penalty: Amount,
  /** `amount` + `penalty` − `repaid` is what is left. */
  repaid: Amount,
  dueOn: Day,
  completedAt: v.nullable(Instant),
  /** Absent in answers of servers of before, as what follows. */
  kind: v.optional(v.picklist(['annual fee', 'charge'])),
  /** What a charge is for, in the operator's words; of an annual fee the card's year, from 1. */
  ref: v.optional(v.string()),
  /** What each day after `dueOn` adds to `penalty`; null for nothing. */
  penaltyRule: v.optional(
    v.nullable(
      v.object({
        /** Basis points of what is left of `amount`. */ bpPerDay: whole(1, 10_000),
        /** The most in all, in basis points of `amount`. */ mostBp: whole(1, 10_000),
      }),
    ),
  ),
})
export type CardBill = v.InferOutput<typeof CardBill>

/** Whether a bill ends unpaid where its card is removed or the account deleted: a fee of which nothing was paid. */
export function endsWithCard({
  kind,
  repaid,
  completedAt,
}: Pick<CardBill, 'kind' | 'repaid' | 'completedAt'>): boolean {
  return kind === 'annual fee' && repaid === 0 && completedAt === null
}

export const BankCard = v.object({
  id: Id,
  bankId: Slug,
  bankName: v.string(),
  typeCode: v.nullable(Slug),
  holderName: v.string(),
  /** Only the last four digits are readable; the number itself never leaves the server. */
  numberMasked: v.string(),
  phoneMasked: v.string(),
  /** `unactive`: its annual fee is overdue; `empty`: no number yet (specification 3). See `takesWithdrawals`. */
  status: v.picklist(['active', 'unactive', 'empty', 'disabled']),
  boundAt: Instant,
  /** Open bills first, then the completed ones of the last year. */
  bills: v.array(CardBill),
})
export type BankCard = v.InferOutput<typeof BankCard>

/** Whether withdrawals can go to a card. An unpaid fee is no reason against: plain dealing, rule 2. */
export function takesWithdrawals({ status }: Pick<BankCard, 'status'>): boolean {
  return status === 'active' || status === 'unactive'
}

export const bindCardList = get('capital/findBindCardList', {
  args: Empty,
  answer: v.object({ items: v.array(BankCard) }),
})

/** The plain text of `addBindCard`'s secret. `expiry` is `MM/YY`. Only the number is stored. */
export const CardSecret = v.object({
  number: v.pipe(v.string(), v.regex(/^[\d\s-]{8,30}$/, 'must be a card number')),
  expiry: v.pipe(v.string(), v.check(isCardExpiry, 'must be a month and a year, MM/YY')),
  cvv: v.pipe(
    v.string(),
    v.check((it) => isCvv(it), 'must be 3 or 4 digits'),
  ),
})

/**
 * Binds a card. `secret` is `{number, expiry, cvv}`, encrypted; the CVV is checked and never stored.
 * A draft keeps everything but the secret, which is typed again. One number is bound once per member.
 * `expectedFee` is the annual fee that the member was shown, in minor units of the card type's currency.
 */
export const addBindCard = post('capital/addBindCard', {
  offline: 'draft',
  proof: true,
  args: v.object({
    bankId: Slug,
    typeCode: v.optional(v.nullable(Slug), null),
    holderName: text(80),
    phone: Phone,
    secret: Encrypted,
    agreed: v.literal(true, 'agreed: must be ticked'),
    agreedTexts: AgreedTexts,
    /** Absent from clients of before; another fee is `price_changed`. */
    expectedFee: v.optional(Amount),
  }),
  answer: BankCard,
  invalidates: ['capital/findBindCardList', 'g/goods/withdrawInfo'],
})

/**
 * Unbinds a card. Withdrawals on their way to it still arrive; an open bill stands in the way, but an annual fee of
 * which nothing was paid ends with the card.
 */
export const removeCard = post('capital/remove', {
  proof: true,
  args: v.object({ cardId: Id }),
  answer: v.object({ cardId: Id }),
  invalidates: ['capital/findBindCardList', 'g/goods/withdrawInfo'],
})

/**
 * Repays a card bill from a wallet, wholly or in part. Never takes more than is left: `expectedLeft` must still be
 * true.
 */
export const repayCardBill = post('order/hsCardSubmit', {
  proof: true,
  args: v.object({ billId: Id, wallet: PayFrom, amount: whole(1, Number.MAX_SAFE_INTEGER), expectedLeft: Amount }),
  answer: v.object({ bill: CardBill, paid: Amount }),
  invalidates: ['capital/findBindCardList'],
  moves: ['recharge', 'income'],
})
