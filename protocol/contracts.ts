import * as v from 'valibot'
import { AgreedTexts } from './agreed-texts.ts'
import { get, post } from './call.ts'
import { isIdCard, looksLikeIdCard } from './mainland.ts'
import {
  Amount,
  Currency,
  Day,
  Empty,
  Id,
  Instant,
  PageArgs,
  Phone,
  Encrypted,
  Slug,
  oneOf,
  page,
  text,
  whole,
} from './primitives.ts'

const Version = whole(0, 1_000_000)
/** A choice of the list `education` of `sysconfig/getDictTree`. */
const Education = Slug

/**
 * A signature as it was drawn: strokes of points on a field 1000 wide. Vectors, so that no picture has to be trusted.
 */
const Point = v.tuple([whole(0, 1000), whole(0, 1000)])
const Signature = v.pipe(
  v.array(v.pipe(v.array(Point), v.minLength(1), v.maxLength(500))),
  v.minLength(1, 'must be signed'),
  v.maxLength(40),
)

/** What the contract pays for, and out of which funded account; money in minor units. */
const Terms = v.object({
  article: Slug,
  work: v.array(v.string()),
  weeklySalary: Amount,
  currency: Currency,
  paidFrom: v.string(),
  startsOn: Day,
  endsOn: v.nullable(Day),
})

export const Contract = v.object({
  name: v.string(),
  idNumberMasked: v.string(),
  phoneMasked: v.string(),
  education: Education,
  bankName: v.string(),
  cardNumberMasked: v.string(),
  accountName: v.string(),
  signature: Signature,
  submittedAt: Instant,
  reviewedAt: v.nullable(Instant),
  /** What the reviewer wrote; null before a review, and after one without remarks. */
  remark: v.nullable(v.string()),
})
export type Contract = v.InferOutput<typeof Contract>

/** An approved submission. What has a default isn't told by the servers of the release before. */
const approved = {
  /** As they were signed. */
  terms: Terms,
  reviewedAt: Instant,
  /** The Monday of the first week that is paid by it; null where it ends before a whole week. */
  firstPaidOn: v.optional(v.nullable(Day)),
}

/** The approved submission by which the running week is paid; else the next one to come, or the last one that was. */
const ApprovedContract = v.object({
  ...approved,
  /** Its first paid week has begun. */
  hasBegun: v.optional(v.boolean(), true),
  /** Its last day: its end, or the day before a submission that follows; null while neither is known. */
  untilOn: v.optional(v.nullable(Day), null),
  /** Approved submissions by which later weeks are paid, in their order. */
  following: v.optional(v.array(v.object(approved)), []),
  /** The last day of the contract; null while no end is near. */
  endedOn: v.nullable(Day),
  /** That day is over. */
  hasEnded: v.boolean(),
  /** The answer's own `terms` are others: the offer has changed since, or an update to others is under review. */
  hasOtherTerms: v.boolean(),
})

export const contractInfo = get('g/contract/info', {
  args: Empty,
  answer: v.object({
    /** 0 sign, 1 awaiting review, 2 and 3 update, 4 not eligible (specification 4). */
    button: v.picklist([0, 1, 2, 3, 4]),
    /** Why not eligible; null otherwise. */
    reason: v.nullable(v.string()),
    /** Counts submissions; 0 before the first. */
    version: Version,
    /** On offer; during a review those that were signed. */
    terms: Terms,
    /** Names these terms in all languages; opaque. */
    termsDigest: v.string(),
    contract: v.nullable(Contract),
    approved: v.nullable(ApprovedContract),
    /** What ending it now would do; null where none is running, or where its end is set. */
    ending: v.optional(
      v.nullable(
        v.object({
          /** Its last day: the Sunday of this week, or the end of its term. */
          day: Day,
          /** The Sunday of the last week that is paid; null where none is. */
          lastPaidOn: v.nullable(Day),
        }),
      ),
      null,
    ),
  }),
})

const Digits = v.pipe(v.string(), v.trim(), v.regex(/^[\d\s-]{8,40}$/, 'must be an account or card number'))

/** The plain text of `contractSubmit`'s secret. */
export const ContractSecret = v.object({
  idNumber: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[A-Za-z0-9 ./-]{5,40}$/, 'must be an ID number'),
    /* @__PURE__ */ v.check((it) => !looksLikeIdCard(it) || isIdCard(it), 'must be an ID card that exists'),
  ),
  cardNumber: Digits,
})

/**
 * Signs or updates the contract; the operator reviews it. `secret` is `{idNumber, cardNumber}`; both are stored
 * encrypted. `basedOn` is the version seen: a second submission of the same version is rejected. `termsDigest` names
 * the terms that were shown: others on offer are not signed in their place (`changed_meanwhile`). A draft holds
 * everything but the secret.
 */
export const contractSubmit = post('g/contract/submit', {
  offline: 'draft',
  args: v.object({
    basedOn: Version,
    /** Absent in commands of builds before it: those sign what is on offer. */
    termsDigest: v.optional(text(64)),
    name: text(80),
    phone: Phone,
    education: Education,
    bankName: text(80),
    accountName: text(80),
    signature: Signature,
    secret: Encrypted,
    agreed: v.literal(true, 'agreed: must be ticked'),
    agreedTexts: AgreedTexts,
  }),
  answer: contractInfo.answer,
  invalidates: ['g/contract/info'],
})

/**
 * Ends the contract after this week, or with its term where that comes first; an approved update that starts later is
 * ended with it. Weeks that are over stay owed. Rejected where none is running or its end is set
 * (`contract_not_running`), and where it would end on another day than was shown (`changed_meanwhile`).
 */
export const contractEnd = post('g/contract/end', {
  args: v.object({ expectedEnd: Day }),
  answer: contractInfo.answer,
  invalidates: ['g/contract/info'],
  specified: false,
})

/**
 * What the contract earned: a week's salary (received by `g/account/week/receive`), or a bonus or correction (received
 * here).
 */
export const ContractBill = v.object({
  id: Id,
  kind: v.picklist(['weekly', 'bonus', 'correction']),
  /** ISO week, `2026-W47`; null where it belongs to none. */
  week: v.nullable(v.string()),
  /** What was done for it, in words. */
  work: v.string(),
  amount: Amount,
  currency: Currency,
  /** 0 not received, 1 received, 3 not yet receivable. Earned pay doesn't expire, so 2 is not used. */
  status: v.picklist([0, 1, 3]),
  receivableFrom: Instant,
  receivedAt: v.nullable(Instant),
})
export type ContractBill = v.InferOutput<typeof ContractBill>

export const contractBills = get('g/contract/bill', {
  args: v.object({ ...PageArgs, kind: v.optional(ContractBill.entries.kind), status: v.optional(oneOf([0, 1, 3])) }),
  answer: v.object({ ...page(ContractBill).entries, currency: Currency, receivable: Amount, received: Amount }),
})

/** Receives a bonus or a correction into the income wallet, once for ever. */
export const contractReceipt = post('g/contract/confirm/receipt', {
  offline: 'queue',
  lane: 'receipts',
  args: v.object({ billId: Id }),
  answer: v.object({ bill: ContractBill, incomeBalance: Amount }),
  invalidates: ['g/contract/bill'],
  moves: ['income'],
})
