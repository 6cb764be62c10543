import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/open.ts'

/** An account by its owner (null for the house and the outside world), code and asset. */
export interface AccountName {
  ownerId: string | null
  code: string
  asset: string
}

/** An account with its balance, in minor units of its asset. */
export interface Balance {
  id: number
  code: string
  asset: string
  balance: number
}

/** A member's accounts in the books' currency; gold coins and Lucky Balls are assets of their own. */
export const memberAccounts = ['recharge', 'income', 'pending'] as const

/**
 * Opens accounts of one owner; existing ones stay as they are. The minimum balance comes from the account's code (table
 * `account_code`): 0 for everything a member or a machine owns. Throws on an unknown code.
 */
export async function openAccounts(
  db: Db,
  ownerId: string | null,
  wanted: readonly { code: string; asset: string }[],
): Promise<void> {
  const [codes, assets] = [wanted.map((it) => it.code), wanted.map((it) => it.asset)]
  await sql`select open_accounts(${ownerId}::uuid, ${codes}::text[], ${assets}::text[])`.execute(db)
}

/** Opens a new member's accounts: wallets and pending income in `currency`, gold coins, Lucky Balls. */
export async function openMemberAccounts(db: Db, memberId: string, currency: string): Promise<void> {
  await openAccounts(db, memberId, [
    ...memberAccounts.map((code) => ({ code, asset: currency })),
    { code: 'gold', asset: 'GOLD' },
    { code: 'lucky', asset: 'LUCKY' },
  ])
}

/** Opens a machine's account and gives its id. Revenue is credited to it; income and the operator's fee are debited. */
export async function openMachineAccount(db: Db, machineId: string, currency: string): Promise<number> {
  await openAccounts(db, machineId, [{ code: 'machine', asset: currency }])
  return await accountOf(db, { ownerId: machineId, code: 'machine', asset: currency })
}

/** Id of an account that must exist; throws when it doesn't. */
export async function accountOf(db: Db, name: AccountName): Promise<number> {
  const found = await find(db, name)
  if (found === undefined) throw new Error(`no account ${name.code} in ${name.asset} of ${name.ownerId ?? 'the house'}`)
  return found
}

export type HouseCode =
  | 'world'
  | 'sales'
  | 'operator'
  | 'tax'
  | 'mint'
  | 'reserve'
  | 'salary'
  | 'gifts'
  | 'prizes'
  | 'unowned'

/** One of the house's accounts as a side of a transfer, in the transfer's asset. `post` opens it at its first use. */
export function house(code: HouseCode): { ownerId: null; code: HouseCode } {
  return { ownerId: null, code }
}

/**
 * Holds accounts until the transaction ends, in the order in which all hold several (234_postings_by_name.sql), and
 * gives their balances in the order asked for; 0 for one that isn't there.
 */
export async function lockAccounts(db: Db, accounts: readonly AccountName[]): Promise<number[]> {
  const of = <K extends keyof AccountName>(key: K) => accounts.map((it) => it[key])
  const { rows } = await sql<{ balance: number | null }>`
    select balance from unnest(lock_accounts(${of('ownerId')}::uuid[], ${of('code')}::text[], ${of('asset')}::text[]))
      with ordinality as locked(balance, number) order by number`.execute(db)
  return rows.map((it) => it.balance ?? 0)
}

/** All accounts of a member or a machine, by code. */
export async function balancesOf(db: Db, ownerId: string): Promise<Balance[]> {
  return await db
    .selectFrom('account')
    .select(['id', 'code', 'asset', 'balance'])
    .where('ownerId', '=', ownerId)
    .orderBy('code')
    .orderBy('asset')
    .execute()
}

/**
 * Balance of an account, 0 where it isn't there. A `rolled` account (the outside world, the house) stores none: its
 * transfers are summed, those of closed days by what they come to.
 */
export async function balanceOf(db: Db, account: AccountName): Promise<number> {
  const { rows } = await sql<{ id: number; balance: number; rolled: boolean }>`
    select id, balance, rolled from account where ${named(account)}`.execute(db)
  const [found] = rows
  if (!found?.rolled) return found?.balance ?? 0
  const { rows: summed } = await sql<{ balance: number }>`select external_balance(${found.id}) as balance`.execute(db)
  return summed[0]?.balance ?? 0
}

function named({ ownerId, code, asset }: AccountName): RawBuilder<boolean> {
  return sql`owner_id = ${ownerId === null ? sql`house()` : sql`${ownerId}::uuid`} and code = ${code} and asset = ${asset}`
}

async function find(db: Db, account: AccountName): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from account where ${named(account)}`.execute(db)
  return rows[0]?.id
}
