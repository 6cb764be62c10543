import {
  blockOf,
  captcha,
  getLoginConfig,
  passwordMin,
  registerByPhone,
  resetPassword,
  sendCode,
} from '#protocol/auth.ts'
import { instant, type Clock } from '../../clock.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { noteAgreement } from '../../db/agreements.ts'
import { unreadableArticles } from '../../db/articles.ts'
import { keyringOf } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import type { Context, Handler } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { revokeOtherSessions } from '../../http/session.ts'
import { codeText } from '../../notices/code-text.ts'
import { tellChange } from '../../notices/security.ts'
import { newChallenge, redeemSolution } from './captcha.ts'
import { costOfCode, rejectOtherCountries } from './code-budget.ts'
import { countdownSeconds, hashedBefore, tryCode, issueCode, minutesValid, redeemCode } from './codes.ts'
import { signedInDevices, signOutDevice, signOutOtherDevices } from './devices.ts'
import { rejectWeak } from './new-password.ts'
import { hashPassword } from './password.ts'
import { knownKeys } from './known-commands.ts'
import { settledCommands } from './settled-commands.ts'
import { leave } from './leaving.ts'
import { checkLoginPassword } from './login-password.ts'
import { addPasskey, optionsToAdd } from './passkeys/adding.ts'
import { chooseToConfirm, listPasskeys, removePasskey, renamePasskey } from './passkeys/own-passkeys.ts'
import { relyingParty } from './passkeys/relying-party.ts'
import { removeAllPasskeys } from './passkeys/remove-all.ts'
import { challengeToSignIn, signInByPasskey } from './passkeys/signing-in.ts'
import { nonceToStepUp } from './passkeys/step-up.ts'
import { phoneBinding, phoneVerification } from './phone-binding.ts'
import { avatarUpload, memberProfile, profileUpdate } from './profile.ts'
import { registerMember } from './registering.ts'
import { articlesAgreedTo } from './rules.ts'
import { encryptionKey } from './encryption-key.ts'
import { captchaAfterFailures, logout, refresh, signIn } from './sign-in.ts'
import { transactionPassword } from './transaction-password.ts'
import { houseInviteCode } from './welcome.ts'
import { withoutCopies } from './without-copies.ts'

const loginConfig = handle(getLoginConfig, async ({ db, config, clock }) => ({
  demo: config.demo,
  inviteCodeRequired: true,
  ...(config.demo ? { demoInviteCode: await houseInviteCode(db) } : {}),
  passwordMin,
  codeLength: 6,
  codeCountdown: countdownSeconds,
  captchaAfterFailures,
  defaultCountry: 'id',
  ...articlesAgreedTo,
  ...(await agreementsSince(db, clock)),
  passkeyHost: relyingParty(config).id,
}))

async function agreementsSince(db: Db, clock: Clock): Promise<{ agreementsSince?: string }> {
  const newest = await db
    .selectFrom('articleText')
    .select((it) => it.fn.max('visibleFrom').as('since'))
    .where('articleId', 'in', Object.values(articlesAgreedTo))
    .where('visibleFrom', '<=', instant(clock))
    .executeTakeFirst()
  return newest?.since ? { agreementsSince: newest.since } : {}
}

const challenge = handle(captcha, async ({ db, clock }, { block }) => ({
  challenge: await newChallenge(db, clock, await costOfCode(db, block, clock)),
}))

// The answer is the same whether the phone has an account or not: only the holder of the phone learns it, with the
// code.
const send = handle(sendCode, async (context, { phone, purpose, captcha: solution }) => {
  const { db, clock, sender, log } = context
  if (purpose === 'register') await rejectWithoutTexts(db, clock)
  await rejectOtherCountries(db, phone)
  await redeemSolution(db, solution, clock, await costOfCode(db, blockOf(phone), clock))
  const ownerId = (await isOwn(db, context.callerId, phone)) ? memberOf(context) : undefined
  // Only its owner has use for such a code. Who is logged in may have mistyped their number, and stays logged in.
  if (purpose === 'transaction-password' && ownerId === undefined)
    throw new DomainError(context.callerId === null ? 'session_expired' : 'credentials_wrong')
  const budgetOf = ownerId ?? (await ownerHere(context, phone))
  const { code, resendAfter, expiresAt } = await issueCode(
    db,
    { phone, purpose, address: context.address, device: context.device, ownerId: budgetOf },
    context,
  )
  const words = codeText(code, context.language, minutesValid)
  afterCommit(() => {
    sender.send(phone, { code, purpose, words }).catch((cause: unknown) => {
      log.error('code not sent', cause, { purpose })
    })
  })
  return { resendAfter, expiresAt }
})

/** The member of a phone, where it is asked from a device that they have used: strangers don't use up their codes. */
async function ownerHere({ db, device }: Pick<Context, 'db' | 'device'>, phone: string): Promise<string | undefined> {
  if (device === undefined) return undefined
  const known = await db
    .selectFrom('device')
    .select('memberId')
    .where('memberId', '=', (it) => it.selectFrom('memberPhone').select('memberId').where('phone', '=', phone))
    .where('device', '=', device)
    .executeTakeFirst()
  return known?.memberId
}

async function isOwn(db: Db, callerId: string | null, phone: string): Promise<boolean> {
  if (callerId === null) return false
  const member = await db.selectFrom('member').select('phone').where('id', '=', callerId).executeTakeFirst()
  return member?.phone === phone
}

/** Who can't read what they agree to agrees to nothing. */
async function rejectWithoutTexts(db: Db, clock: Clock): Promise<void> {
  const missing = await unreadableArticles(db, Object.values(articlesAgreedTo), clock)
  if (missing.length > 0) throw new DomainError('registration_closed')
}

const register = handle(
  registerByPhone,
  async (context, args, hash: string | undefined) => {
    const { db, clock } = context
    await rejectWithoutTexts(db, clock)
    const inviterId = await inviterOf(db, args.inviteCode)
    const country = await db.selectFrom('country').select('id').where('id', '=', args.country).executeTakeFirst()
    if (!country) throw new DomainError('not_found')
    const { phone, language, timeZone } = args
    const passwordHash = await hashedBefore(context, { phone, purpose: 'register' }, hash)
    await redeemCode(context, registerByPhone.path, { phone, purpose: 'register', code: args.code })
    const memberId = await registerMember(
      db,
      keyringOf(context.config),
      { phone, passwordHash, nickname: null, country: country.id, language, timeZone, inviterId },
      clock,
    )
    const articles = Object.values(articlesAgreedTo)
    const isNewest = await noteAgreement(
      db,
      { memberId, articles, subject: 'registration', ref: '', shown: args.agreedTexts },
      context,
    )
    if (!isNewest) throw new DomainError('text_changed')
    await context.onRegistered(db, memberId, clock)
    return { memberId }
  },
  (context, args) => hashWithCode(context, registerByPhone.path, { ...args, purpose: 'register' }),
)

/** Hashes a new password, for who has the right code only: hashing costs more than guessing. */
async function hashWithCode(
  context: Context,
  call: string,
  { phone, purpose, code, password }: { phone: string; purpose: 'register' | 'reset'; code: string; password: string },
): Promise<string | undefined> {
  await rejectWeak(password)
  return (await tryCode(context, call, { phone, purpose, code })) ? await hashPassword(password) : undefined
}

async function inviterOf(db: Db, code: string): Promise<string | null> {
  if (code === (await houseInviteCode(db))) return null
  const inviter = await db.selectFrom('invitationCode').select('memberId').where('code', '=', code).executeTakeFirst()
  if (!inviter) throw new DomainError('invite_code_unknown')
  return inviter.memberId
}

const reset = handle(
  resetPassword,
  async (context, args, hash: string | undefined) => {
    const { db, clock } = context
    const passwordHash = await hashedBefore(context, { ...args, purpose: 'reset' }, hash)
    const memberId = args.by === 'code' ? await memberByCode(context, args) : memberOf(context)
    await db.updateTable('member').set({ passwordHash }).where('id', '=', memberId).execute()
    if (args.by === 'code') await removeAllPasskeys(db, { ...context, memberId }, clock)
    await tellChange(context, db, memberId, 'password_changed', args.by)
    await revokeOtherSessions(db, memberId, args.by === 'password' ? context.sessionId : null, clock)
    return {}
  },
  async (context, args) => {
    if (args.by === 'code') return await hashWithCode(context, resetPassword.path, { ...args, purpose: 'reset' })
    await rejectWeak(args.password)
    await withoutCopies(context, () => checkLoginPassword(context, resetPassword.path, args.oldPassword))
    return await hashPassword(args.password)
  },
)

async function memberByCode(context: Context, { phone, code }: { phone: string; code: string }): Promise<string> {
  await redeemCode(context, resetPassword.path, { phone, purpose: 'reset', code })
  const member = await context.db
    .selectFrom('memberPhone')
    .select('memberId')
    .where('phone', '=', phone)
    .executeTakeFirst()
  // Only who holds the phone gets here. The code is used up like any that was right.
  if (!member) throw new DomainError('account_unknown', {}, { keepEffect: true })
  return member.memberId
}

export const authCalls: readonly Handler[] = [
  loginConfig,
  challenge,
  send,
  register,
  reset,
  signIn,
  refresh,
  logout,
  memberProfile,
  profileUpdate,
  avatarUpload,
  phoneVerification,
  phoneBinding,
  encryptionKey,
  knownKeys,
  settledCommands,
  transactionPassword,
  signedInDevices,
  signOutDevice,
  signOutOtherDevices,
  leave,
  listPasskeys,
  optionsToAdd,
  addPasskey,
  renamePasskey,
  removePasskey,
  chooseToConfirm,
  challengeToSignIn,
  signInByPasskey,
  nonceToStepUp,
]
