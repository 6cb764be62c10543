import * as v from 'valibot'
import { AgreedTexts } from './agreed-texts.ts'
import { get, post } from './call.ts'
import { Look } from './look.ts'
import {
  Amount,
  Currency,
  Empty,
  Flag,
  Id,
  Instant,
  MobilePhone,
  Encrypted,
  Slug,
  TimeZone,
  text,
  whole,
} from './primitives.ts'

/** A new login password has so many characters: docs/decisions/0069. */
export const passwordMin = 10
/**
 * At least 6 characters (specification 5); the upper bound keeps an attacker from making the server hash long texts.
 * What calls take: our server refuses a new one that is shorter than `passwordMin` or common (`password_weak`).
 */
export const Password = v.pipe(v.string(), v.minLength(6, 'must have at least 6 characters'), v.maxLength(128))
export const VerificationCode = v.pipe(v.string(), v.regex(/^\d{6}$/, 'must be 6 digits'))
export const TransactionPassword = v.pipe(v.string(), v.regex(/^\d{6}$/, 'must be 6 digits'))
export const InviteCode = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9]{4,16}$/, 'must be an invite code of 4 to 16 letters and digits'),
)

/** Solution of a proof-of-work challenge, as the widget's base64 payload. */
const CaptchaSolution = v.pipe(v.string(), v.maxLength(4096))

/** What the sign-in screens must know before anyone is signed in. */
export const getLoginConfig = get('sysconfig/getLoginConfig', {
  who: 'anyone',
  args: Empty,
  answer: v.object({
    demo: v.boolean(),
    inviteCodeRequired: v.boolean(),
    /** Shown on the registration screen of a demo, absent otherwise. */
    demoInviteCode: v.optional(v.string()),
    passwordMin: whole(1, 128),
    codeLength: whole(1, 12),
    /** Seconds until a code may be asked for again. */
    codeCountdown: whole(1, 3600),
    /** A captcha is asked for at sign-in after this many failures. */
    captchaAfterFailures: whole(0, 100),
    defaultCountry: Slug,
    agreementArticle: Slug,
    privacyArticle: Slug,
    /** Since when both texts are as they are, in every language. Older servers don't say it. */
    agreementsSince: v.optional(Instant),
    /** The host that passkeys belong to: a browser that shows another one can't use them. Absent before them. */
    passkeyHost: v.optional(v.string()),
  }),
})

/** The ten thousand numbers that a phone is one of: all but its last four digits. Texts are budgeted by it. */
export const blockOf = (phone: string): string => phone.slice(0, -4)

/**
 * A proof-of-work challenge; each solution is accepted once. The shape is the altcha library's, version 2. `block` is
 * that of the phone a code is asked for, absent where none is: a challenge is harder the more codes were sent there.
 */
export const captcha = get('captcha', {
  who: 'anyone',
  offline: 'online',
  args: v.object({
    block: v.optional(v.pipe(v.string(), v.regex(/^\+[1-9]\d{2,10}$/, 'must be a phone without its last four digits'))),
  }),
  answer: v.object({ challenge: v.unknown() }),
})

export const sendCode = post('auth/register/sendAliSms', {
  who: 'anyone',
  args: v.object({
    phone: MobilePhone,
    purpose: v.picklist(['register', 'reset', 'bind', 'transaction-password']),
    captcha: CaptchaSolution,
  }),
  answer: v.object({ resendAfter: Instant, expiresAt: Instant }),
})

export const registerByPhone = post('auth/registerByPhone', {
  who: 'anyone',
  args: v.object({
    phone: MobilePhone,
    password: Password,
    code: VerificationCode,
    inviteCode: InviteCode,
    country: Slug,
    language: Slug,
    timeZone: TimeZone,
    agreed: v.literal(true, 'agreed: must be ticked'),
    agreedTexts: AgreedTexts,
  }),
  answer: v.object({ memberId: Id }),
})

/** The answer to every sign-in. */
export const Session = v.object({
  memberId: Id,
  accessToken: v.string(),
  expiresAt: Instant,
  /**
   * What the server has seen of the calling device: the highest sequence number of its commands, and how many were
   * carried out. Absent where it has seen none.
   */
  device: v.optional(
    v.object({ sequence: whole(0, Number.MAX_SAFE_INTEGER), applied: whole(0, Number.MAX_SAFE_INTEGER) }),
  ),
})

/** Signs in. The refresh token travels in an HttpOnly cookie, never in the body. */
export const login = post('auth/jwscLogin', {
  who: 'anyone',
  replayed: false,
  args: v.object({
    phone: MobilePhone,
    password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
    captcha: v.optional(CaptchaSolution),
    agreed: v.literal(true, 'agreed: must be ticked'),
  }),
  answer: Session,
})

/** Sets a new password: by a code sent to the phone, or, signed in, by the old password. Ends every other session. */
export const resetPassword = post('auth/reset', {
  who: 'anyone',
  args: v.variant('by', [
    v.object({ by: v.literal('code'), phone: MobilePhone, code: VerificationCode, password: Password }),
    v.object({ by: v.literal('password'), oldPassword: v.pipe(v.string(), v.maxLength(128)), password: Password }),
  ]),
  answer: Empty,
})

const ShortPassword = v.pipe(v.string(), v.maxLength(128, 'must be a password'))

/** The plain text of `setTransactionPassword`'s secret for each `by`. The header `proof` encrypts `{password}` too. */
export const TransactionPasswordSecret = {
  login: v.object({ password: TransactionPassword, loginPassword: ShortPassword }),
  old: v.object({ password: TransactionPassword, oldPassword: ShortPassword }),
  code: v.object({ password: TransactionPassword }),
}

/**
 * Ours: sets the transaction password. The first one needs the login password and a code sent to the phone (purpose
 * `transaction-password`), unless the account is a day old at most: `code_needed`. A change needs the old one. A member
 * who forgot it resets it by such a code. Wrong ones count like wrong proofs.
 */
export const setTransactionPassword = post('auth/transactionPassword', {
  specified: false,
  confidential: ['code'],
  args: v.variant('by', [
    v.object({ by: v.literal('login'), code: v.optional(VerificationCode), secret: Encrypted }),
    v.object({ by: v.literal('old'), secret: Encrypted }),
    v.object({ by: v.literal('code'), code: VerificationCode, secret: Encrypted }),
  ]),
  answer: Empty,
  invalidates: ['user/info'],
})

/**
 * Ours: the public key that clients encrypt secrets with at present, RSA-OAEP with SHA-256, SPKI as base64url. `keyId`
 * travels with each secret, so that the server finds the private half after a change of keys. Earlier clients ask for
 * it under this path, so the path stays.
 */
export const publicEncryptionKey = get('seal/key', {
  who: 'anyone',
  specified: false,
  args: Empty,
  answer: v.object({ keyId: Slug, publicKey: v.string() }),
})

/** Ours: a fresh access token for the refresh cookie, which is rotated. */
/** Data of errno 401 from `auth/refresh` where the session ended because the account was deleted. */
export interface SessionEnd {
  isAccountDeleted: true
}

export const authRefresh = post('auth/refresh', {
  who: 'anyone',
  replayed: false,
  specified: false,
  args: Empty,
  answer: Session,
})

/** An `Idempotency-Key` as a client minted it. */
const CommandKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/, 'must be an idempotency key'))

/**
 * Ours: which of these idempotency keys the server has an outcome for, in the order asked. A client asks for commands
 * it was told the end of: one that is missing was lost with a database that was restored from a backup. Keys older than
 * 180 days are forgotten and missing too. 429 with `Retry-After` beyond ten requests a minute.
 */
export const knownCommands = post('commands/known', {
  specified: false,
  writes: false,
  offline: 'online',
  args: v.object({ keys: v.pipe(v.array(CommandKey), v.minLength(1), v.maxLength(100)) }),
  answer: v.object({ known: v.array(CommandKey) }),
})

/** What became of a command, by its idempotency key. */
const CommandOutcome = v.variant('kind', [
  v.object({ kind: v.literal('applied'), key: CommandKey, data: v.unknown() }),
  v.object({
    kind: v.literal('rejected'),
    key: CommandKey,
    errno: whole(1, 100_000),
    message: v.string(),
  }),
  v.object({ kind: v.literal('notArrived'), key: CommandKey }),
])

/**
 * Ours: what became of commands whose answer was lost, in the order asked. Carries out none of them: a key without an
 * outcome is closed, so that a copy of its request that was held up on the way is refused from then on (`key_reused`).
 */
export const settleCommands = post('commands/settle', {
  replayed: false,
  specified: false,
  args: v.object({ keys: v.pipe(v.array(CommandKey), v.minLength(1), v.maxLength(20)) }),
  answer: v.object({ outcomes: v.array(CommandOutcome) }),
})

/** Ours: ends this session at the server and clears the cookie. */
export const authLogout = post('auth/logout', {
  who: 'anyone',
  replayed: false,
  specified: false,
  args: Empty,
  answer: Empty,
})

export const MemberProfile = v.object({
  memberId: Id,
  /** Masked: 4 characters hidden from position 4 (specification 5). */
  phoneMasked: v.string(),
  nickname: v.nullable(v.string()),
  avatarUrl: v.nullable(v.string()),
  country: Slug,
  currency: Currency,
  language: Slug,
  /** As chosen on whichever device last; null until then. */
  look: v.nullable(Look),
  timeZone: TimeZone,
  invitationCode: v.string(),
  level: whole(0, 100),
  growth: whole(0, Number.MAX_SAFE_INTEGER),
  joinedAt: Instant,
  hasTransactionPassword: v.boolean(),
  /** Whether setting the first transaction password takes a code to the phone. Absent from answers of older servers. */
  needsCode: v.optional(v.boolean()),
  /** Whether a passkey may take the place of the transaction password. */
  confirmsByPasskey: v.optional(v.boolean()),
  /** They have put away the list of first steps. Absent from answers that a device stored before the field existed. */
  firstStepsDismissed: v.optional(v.boolean()),
})

const LevelRef = v.object({ level: whole(0, 100), name: v.string() })

export const userInfo = get('user/info', {
  args: Empty,
  answer: v.object({
    /** Link template filled with the member's code. */
    invitationUrl: v.string(),
    userInfo: MemberProfile,
    /** What the member still lacks of the next level's conditions, 0 where one is met; null at the top. */
    merchantUpgradeInfo: v.nullable(
      v.object({
        next: LevelRef,
        growthNeeded: Amount,
        rechargeNeeded: v.optional(Amount),
        teamSizeNeeded: v.optional(whole(0, 1_000_000)),
      }),
    ),
    userLevel: LevelRef,
    userNumberLevel: whole(0, 100),
  }),
})

/**
 * What deleting the account would give up, in minor units: what units have earned, pay that isn't funded, and money in
 * the wallets that can't be withdrawn.
 */
export const DeletionLoss = v.object({
  givesUp: Amount,
  currency: Currency,
  pay: v.optional(Amount, 0),
  money: v.optional(Amount, 0),
})

/**
 * Deletes the account for good. Rejected, with the reason, while money, income, deposits, withdrawals, pay, card bills
 * or top-ups are still open. Otherwise units and sessions end and personal data is erased. What running units have
 * earned since the last settlement is given up, and what late revenue still brings for expired ones, and pay that the
 * operator hasn't funded. So is money that can't be withdrawn: the recharge wallet's, and income below the least
 * withdrawal; it becomes the operator's. Where one is more than `givesUp`, `givesUpPay` or `givesUpMoney`, in minor
 * units, the answer is a conflict (1712) that names the amounts, so that the member can agree to it. Without
 * `givesUpPay`, pay is in the way until it is received; without `givesUpMoney`, all money in these wallets is.
 */
export const deleteAccount = post('auth/unsubscribe', {
  confidential: ['password'],
  args: v.object({
    password: v.pipe(v.string(), v.maxLength(128)),
    confirmed: v.literal(true),
    givesUp: v.optional(Amount, 0),
    givesUpPay: v.optional(Amount),
    givesUpMoney: v.optional(Amount),
  }),
  answer: Empty,
  conflict: DeletionLoss,
})

/**
 * Another phone for the account, proved by the code sent to it (purpose `bind`) and by the transaction password, or by
 * the login password where there is none. Ends every other session, and tells the old number. 1604 where the number has
 * an account: only who holds the phone learns it, with the code.
 */
export const bindPhone = post('just/oauth/bingPhoneNumber', {
  proof: 'once set',
  confidential: ['code', 'password'],
  args: v.object({ phone: MobilePhone, code: VerificationCode, password: v.optional(ShortPassword) }),
  answer: Empty,
  invalidates: ['user/info'],
})

/** Whether the code sent to a new phone is right and the phone free, before anything else is asked. Uses up no code. */
export const verifyPhone = post('just/oauth/phone/verify', {
  writes: false,
  offline: 'online',
  args: v.object({ phone: MobilePhone, code: VerificationCode }),
  answer: v.object({ verified: Flag }),
})

/** Ours: the caller's address for pushes; sent again at every opening. */
export const pushSubscribe = post('push/subscribe', {
  specified: false,
  args: v.object({ endpoint: v.pipe(v.string(), v.url(), v.maxLength(2048)), p256dh: text(200), auth: text(100) }),
  answer: Empty,
})

/** Ours: forgets an address for pushes. */
export const pushUnsubscribe = post('push/unsubscribe', {
  specified: false,
  args: v.object({ endpoint: v.pipe(v.string(), v.url(), v.maxLength(2048)) }),
  answer: Empty,
})

/** Ours: the server's VAPID public key, base64url. */
export const pushKey = get('push/key', { specified: false, args: Empty, answer: v.object({ publicKey: v.string() }) })
