import { sql } from 'kysely'
import { deleteAccount } from '#protocol/auth.ts'
import type { Args } from '#protocol/call.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { keyringOf } from '../../db/keyring.ts'
import { lockMember } from '../../db/lock-member.ts'
import { deletePasskeys } from '../../db/passkeys.ts'
import { deleteSubscriptions } from '../../db/push-subscriptions.ts'
import { earnedOf, withShared } from '../../db/entitlement.ts'
import { leastWithdrawal } from '../../db/withdrawal-setting.ts'
import { waiveUnpaidFees } from '../../db/waived-fees.ts'
import { billOverdueWeeks } from '../../db/weekly-pay.ts'
import { addToMachines, lockMachines } from '../../db/machine-totals.ts'
import type { Db } from '../../db/open.ts'
import { handle, memberOf, type Context } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { revokeOtherSessions } from '../../http/session.ts'
import { balancesOf, house, lockAccounts, type Balance } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { holdSettlement } from '../../ledger/settle.ts'
import { checkLoginPassword } from './login-password.ts'
import { loggedAs, loggedDeletion } from './logged-deletion.ts'
import { hashOfNobody } from './password.ts'
import { obstaclesIn } from './rules.ts'
import { withoutCopies } from './without-copies.ts'
import { booksCurrency } from '../../db/books-currency.ts'

/** Deletes the caller's account for good. Refused, with what is in the way, while anything of value is still there. */
export const leave = handle(
  deleteAccount,
  async (context, { givesUp, givesUpPay, givesUpMoney }) => {
    const memberId = memberOf(context)
    await deleteMember(context, { memberId, givesUp, givesUpPay, givesUpMoney, keptKey: context.key ?? '' })
    return {}
  },
  checkPassword,
  lockToDelete,
)

interface Leaving {
  memberId: string
  /** What may be lost of what units have earned, in minor units. */
  givesUp: number
  /** What may be lost of pay that isn't funded, in minor units; without it such pay is in the way. */
  givesUpPay: number | undefined
  /** What may be lost of money that can't be withdrawn, in minor units; without it such money is in the way. */
  givesUpMoney: number | undefined
  /** The key whose stored answer stays. */
  keptKey: string
}

/**
 * Deletes a member's account for good, in the caller's transaction. Throws a DomainError that says what is in the way,
 * or what more would be lost than the member gives up.
 */
export async function deleteMember(
  { db, clock, config, log }: Pick<Context, 'db' | 'clock' | 'config' | 'log'>,
  { memberId, givesUp, givesUpPay, givesUpMoney, keptKey }: Leaving,
): Promise<void> {
  const member = await lockToDelete(db, memberId)
  // Units end before balances are read: a later settlement finds none. A DomainError rolls this back.
  const lost = await endUnits(db, memberId, clock)
  // Pay for a week that is over is owed, also where the job hasn't billed it yet.
  await billOverdueWeeks(db, memberId, clock)
  const bills = givesUpPay === undefined ? [] : await lockUnfundedPay(db, memberId)
  const stuck = givesUpMoney === undefined ? [] : await lockStuckMoney(db, memberId)
  await waiveUnpaidFees(db, { memberId }, clock)
  const except = { bills: bills.map((it) => it.id), accounts: stuck.map((it) => it.id) }
  const obstacles = await obstaclesOf(db, { memberId, except }, clock)
  if (obstacles !== '') throw new DomainError('account_in_use', { obstacles })
  // At its next start the demonstration would make its member again, under the same id.
  if (member.isDemo) throw new DomainError('permission_denied')
  const pay = bills.reduce((sum, it) => sum + it.amount, 0)
  const money = stuck.reduce((sum, it) => sum + it.balance, 0)
  if (lost > givesUp || pay > (givesUpPay ?? 0) || money > (givesUpMoney ?? 0))
    throw new DomainError('changed_meanwhile', {}, { data: { givesUp: lost, currency: booksCurrency, pay, money } })
  await voidBills(db, bills, clock)
  await giveUpMoney(db, memberId, stuck, clock)
  await forgetPerson(db, member, clock)
  await forgetWhatWasSent(db, memberId, keptKey)
  // The cookie stays: where this answer is lost, the device's next refresh tells that the account is gone.
  await revokeOtherSessions(db, memberId, null, clock)
  const deletion = loggedDeletion(keyringOf(config), { memberId, at: instant(clock) })
  afterCommit(() => {
    log.info(loggedAs, { ...deletion })
  })
}

/**
 * Locks a member alone, and gives the row. Settlement is held first: it locks machines before it refers to members, and
 * the opposite order would deadlock. What else changes a row of theirs and then tells them waits for this lock, as
 * `notify` does; where that deadlocks with a deletion, one of the two is tried again.
 */
export async function lockToDelete(db: Db, memberId: string): ReturnType<typeof lockMember> {
  await holdSettlement(db)
  return await lockMember(db, memberId, { alone: true })
}

async function checkPassword(context: Context, { password }: Args<typeof deleteAccount>): Promise<void> {
  await withoutCopies(context, () => checkLoginPassword(context, deleteAccount.path, password))
}

/**
 * What prevents the deletion, separated by commas. An incoming transfer that was seen counts until it is credited or
 * gone, and one under review until it is decided. A top-up that was announced counts until its time is over or all of
 * it has arrived. An order counts while it could be cancelled for money, though its units have been ended for the
 * deletion.
 */
async function obstaclesOf(
  db: Db,
  { memberId, except }: { memberId: string; except: { bills: readonly string[]; accounts: readonly number[] } },
  clock: Clock,
): Promise<string> {
  const {
    rows: [underWay],
  } = await sql<Record<'withdrawals' | 'pay' | 'bills' | 'topUps' | 'parcels' | 'orders', boolean>>`
    select exists (select 1 from withdrawal where member_id = ${memberId}
      and state in ('requested', 'approved', 'sent')) as withdrawals,
      exists (select 1 from contract_bill where member_id = ${memberId} and received_at is null
        and voided_at is null and id <> all(${[...except.bills]}::uuid[])) as pay,
      exists (select 1 from card_bill where member_id = ${memberId} and completed_at is null) as bills,
      exists (select 1 from awaited_top_up a where a.member_id = ${memberId} and (
        exists (select 1 from rail_transfer t where t.awaited_id = a.id and t.credited is null and not t.is_gone)
        or a.expires_at > ${instant(clock)} and a.due > (select coalesce(sum(t.value), 0) from rail_transfer t
        where t.awaited_id = a.id and t.credited > 0)
      )) or exists (select 1 from held_top_up where member_id = ${memberId} and state = 'waiting') as "topUps",
      exists (select 1 from points_order where member_id = ${memberId} and status in (201, 202, 301)) as parcels,
      exists (select 1 from purchase where member_id = ${memberId} and cancelled_at is null and actual_payment > 0
        and cancellable_until > ${instant(clock)} and (select bool_and(expires_at > ${instant(clock)})
        and sum(paid) < actual_payment from unit where unit.member_id = ${memberId} and purchase_id = purchase.id)) as orders`.execute(
    db,
  )
  const balances = (await balancesOf(db, memberId)).filter((it) => !except.accounts.includes(it.id))
  return obstaclesIn(balances, underWay ?? {}).join(',')
}

/**
 * Accounts with money that can't be withdrawn any more: the recharge wallet, and the income wallet where it has less
 * than the least withdrawal. Income that can be withdrawn isn't among it, and is in the way.
 */
async function lockStuckMoney(db: Db, memberId: string): Promise<Balance[]> {
  const least = await leastWithdrawal(db)
  const wallets = (await balancesOf(db, memberId)).filter(
    (it) => it.asset === booksCurrency && (it.code === 'recharge' || it.code === 'income'),
  )
  const locked = await lockAccounts(
    db,
    wallets.map(({ code, asset }) => ({ ownerId: memberId, code, asset })),
  )
  return wallets
    .map((it, n) => ({ ...it, balance: locked[n] ?? 0 }))
    .filter((it) => it.balance > 0 && (it.code === 'recharge' || it.balance < least))
}

/** Nobody else has a claim to it, so it becomes the operator's own. */
async function giveUpMoney(db: Db, memberId: string, stuck: readonly Balance[], clock: Clock): Promise<void> {
  const transfers = stuck.map(({ code, asset, balance }) => ({
    debit: { ownerId: memberId, code },
    credit: house('operator'),
    amount: balance,
    asset,
    kind: 'given_up',
    ref: `${memberId}/${code}`,
  }))
  await post(db, transfers, clock)
}

/**
 * Bills of pay that the operator hasn't funded: a salary account that stays empty must not keep the account for ever.
 * One that is being funded at this moment isn't among them, and is in the way.
 */
async function lockUnfundedPay(db: Db, memberId: string): Promise<{ id: string; memberId: string; amount: number }[]> {
  return await db
    .selectFrom('contractBill')
    .select(['id', 'memberId', 'amount'])
    .where('memberId', '=', memberId)
    .where('currency', '=', booksCurrency)
    .where('fundedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
}

async function voidBills(db: Db, bills: readonly { id: string; memberId: string }[], clock: Clock): Promise<void> {
  for (const { id, memberId } of bills)
    await db
      .updateTable('contractBill')
      .set({ voidedAt: instant(clock) })
      .where('memberId', '=', memberId)
      .where('id', '=', id)
      .execute()
}

/**
 * Ends the member's running units without a last settlement, and gives up what late revenue of expired ones still
 * brings, whose places are free. Gives what settlement would have paid for both, in minor units.
 */
async function endUnits(db: Db, memberId: string, clock: Clock): Promise<number> {
  const now = instant(clock)
  // Machines before units, as bookings lock them. Those of expired units too: late revenue that is being booked is
  // waited for, else it would be owed to a deleted account.
  const held = await db.selectFrom('unit').select('machineId').distinct().where('memberId', '=', memberId).execute()
  await lockMachines(
    db,
    held.map((it) => it.machineId),
  )
  const { rows } = await sql<{ machineId: string; freed: number; lost: number }>`
    with ended as (
      update unit set status = 'expired', settled_through = ${now} where member_id = ${memberId} and status = 'active'
        returning machine_id, share_before, paid, expires_at
    ), owed as (
      update unit set is_owed = false where member_id = ${memberId} and is_owed
        returning machine_id, share_before, paid, expires_at
    ), given_up as materialized (
      select it.*, least(expires_at, ${now}::timestamptz) as until
      from (select *, 1 as units from ended union all select *, 0 from owed) it
    ), earning as materialized (select * from ${withShared('given_up')} it)
    select machine_id, coalesce(sum(units), 0)::int as freed,
      coalesce(sum(greatest(${earnedOf(sql`total`)} - paid, 0)), 0)::bigint as lost
    from earning join machine on machine.id = machine_id
    group by machine_id`.execute(db)
  await addToMachines(db, rows)
  return rows.reduce((sum, it) => sum + it.lost, 0)
}

/** Removes what identifies the person. The ledger stays: others' accounts are in it too. */
async function forgetPerson(
  db: Db,
  { id: memberId, phone, invitationCode }: { id: string; phone: string; invitationCode: string },
  clock: Clock,
): Promise<void> {
  const now = instant(clock)
  await db
    .with('freed', (it) => it.deleteFrom('memberPhone').where('phone', '=', phone).where('memberId', '=', memberId))
    .with('ended', (it) =>
      it.deleteFrom('invitationCode').where('code', '=', invitationCode).where('memberId', '=', memberId),
    )
    .updateTable('member')
    .set({
      phone: `deleted ${memberId}`,
      passwordHash: hashOfNobody,
      transactionPasswordHash: null,
      nickname: null,
      avatarUrl: null,
      look: null,
      invitationCode: '',
      deletedAt: now,
    })
    .where('id', '=', memberId)
    .execute()
  await db
    .updateTable('address')
    .set({
      recipient: '',
      phone: '',
      detail: '',
      postcode: null,
      latitude: null,
      longitude: null,
      isDefault: false,
      deletedAt: now,
    })
    .where('memberId', '=', memberId)
    .execute()
  await db
    .updateTable('pointsOrder')
    .set({ recipient: null, phone: null, line: null, remark: null, carrier: null, tracking: null, trackingUrl: null })
    .where('memberId', '=', memberId)
    .execute()
  await db
    .updateTable('bankCard')
    .set({ holderName: '', phone: '', numberSealed: null, numberDigest: null, lastFour: null, removedAt: now })
    .where('memberId', '=', memberId)
    .execute()
  await db.deleteFrom('contract').where('memberId', '=', memberId).execute()
  // Draws stay, as tickets of the pool and in the stock; prizes in points or coupons lapse with the account.
  await db.updateTable('draw').set({ memberSeed: '' }).where('memberId', '=', memberId).execute()
  for (const table of ['draw', 'poolShare'] as const)
    await db.updateTable(table).set({ status: 2 }).where('memberId', '=', memberId).where('status', '=', 0).execute()
  for (const table of ['securityEvent', 'session'] as const)
    await db
      .updateTable(table)
      .set({ device: null, browser: null, platform: null })
      .where('memberId', '=', memberId)
      .execute()
  await deletePasskeys(db, memberId)
  await deleteSubscriptions(db, sql`member_id = ${memberId}`)
  for (const table of [
    'agreement',
    'passkeyChallenge',
    'pushJob',
    'message',
    'pushCategory',
    'quietHours',
    'device',
    'playLimits',
    'avatar',
    'quizAttempt',
    'checkInTry',
  ] as const)
    await db.deleteFrom(table).where('memberId', '=', memberId).execute()
  await db.deleteFrom('coupon').where('memberId', '=', memberId).where('status', '=', 0).execute()
  await db.deleteFrom('verificationCode').where('phone', '=', phone).execute()
}

/**
 * Deletes the stored answers of the member's calls, which hold personal data. The answer of the deletion itself stays,
 * so that it can be repeated.
 */
async function forgetWhatWasSent(db: Db, memberId: string, key: string): Promise<void> {
  await db.deleteFrom('idem').where('memberId', '=', memberId).where('key', '!=', key).execute()
}
