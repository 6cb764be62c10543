import { sql } from 'kysely'
import { isOnSeveralNodes } from './nodes.ts'
import type { Db } from './open.ts'

/** The role that statements run as once a database is of this version (docs/ledger.md, "Who may write"). */
export const runningRole = 'voltfolio_server'

/**
 * What the running role may do with the tables. One that stands nowhere may not even be read: whoever makes a table
 * adds it here.
 */
const rights = {
  // Written by the functions below, or by migrations.
  read: names(
    `account account_code income_day income_of_day kept_chain kept_code kept_income kept_through kept_total migration settlement_line transfer transfer_rule
    uncleared_income`,
  ),
  // Added to; changed in no column but those named below.
  add: names(`bill_link booked_report custody_line custody_statement game_rule game_slot income_reversal incoming_payment member
    operator_action
    operator_reference order_number rate reconciliation reversal reversal_undone spending tariff`),
  // Changed, never deleted.
  write: names(`address article awaited_top_up bank bank_card bill_chain bill_day card_bill card_repayment card_type
    catalogue_version category charging_token charging_transaction check_in claim contract_bill
    country currency custody deposit_address deposit_term draw draw_seed feed_key feed_key_use feed_source game game_stock gbfs_vehicle
    gift_code gift_code_use held_top_up invitation_reward job level level_bonus machine machine_day machine_total
    operator operator_account points_category points_goods points_order pool_round pool_share pool_tally
    product profile_edit purchase quiz_question rail_transfer region revenue revenue_hour salary_week sealing_key
    session_charge setting settlement_run station time_deposit top_up unit withdrawal
    withdrawal_step`),
  // Added and removed, never changed: whose a value is.
  lookUp: names('invitation_code machine_station member_phone passkey_credential'),
  delete:
    names(`access_token agreement article_text attempt avatar banner captcha_used check_in_try connector contract coupon device
    earned_rank feed_hour gbfs_feed idem machine_position machine_state message operator_session order_draft passkey
    passkey_challenge play_limits product_picture proof_under_way push_category push_endpoint push_fan_out push_job
    push_subscription quiet_hours quiz_attempt refresh_token security_event session station_command stray_stop
    unknown_station usage_count verification_code`),
}

const privileges: Readonly<Record<keyof typeof rights, readonly string[]>> = {
  read: ['SELECT'],
  add: ['INSERT', 'SELECT'],
  write: ['INSERT', 'SELECT', 'UPDATE'],
  lookUp: ['DELETE', 'INSERT', 'SELECT'],
  delete: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
}

/**
 * Columns that it may update of a table of which it may not update all: a claim marks lines, and changes no amount. A
 * member stays in their time zone, by which rows of machine_day and income_of_day are added up (docs/statistics.md).
 */
const columnRights: Readonly<Record<string, readonly string[]>> = {
  member: names(`phone password_hash transaction_password_hash nickname avatar_url country language level growth
    invitation_code invited_by is_demo joined_at deleted_at confirms_by_passkey look first_steps_dismissed
    gift_points_owed`).map((it) => `UPDATE(${it})`),
  settlement_line: ['UPDATE(claim_id)', 'UPDATE(claimed_at)'],
}

/**
 * What its functions do with tables that it may only read. On several nodes of a cluster it has these rights itself:
 * Citus speaks to a node as the role of a statement, and a transaction may not touch what another role changed in it.
 */
const rightsOfFunctions: Readonly<Record<string, readonly string[]>> = {
  account: ['INSERT', 'UPDATE(balance)', 'UPDATE(seq)'],
  transfer: ['INSERT'],
  settlement_line: ['INSERT'],
  income_of_day: ['INSERT', 'UPDATE'],
  uncleared_income: ['DELETE', 'INSERT'],
}

/** What writes the ledger, with its owner's rights (149_running_role.sql); on several nodes with the running role's. */
const functions = [
  'post_transfers(timestamptz, jsonb)',
  'open_accounts(uuid, text[], text[])',
  'lock_accounts(uuid[], text[], text[])',
  'settle_units(text, bigint, text, bigint, bigint, timestamptz, timestamptz, text[], date[], bigint)',
  'clear_income(timestamptz)',
]

/** Where the numbers of what they insert come from: Citus asks for this right, PostgreSQL doesn't. */
const sequencesOfFunctions = ['account_id_seq', 'transfer_id_seq']

/** What writes nothing that a transaction has changed before, nor reads after: with its owner's rights everywhere. */
const ownersFunctions = ['make_transfer_partition(date)', 'keep_closed_days(date, boolean)']

/** What the former call. */
const innerFunctions = [
  'write_postings(timestamptz, posting[])',
  'net_debts(timestamptz, posting[])',
  'refuse_posting(date, posting[], uuid, text, text)',
]

/** Privileges of the running role by table, as PostgreSQL writes them, those on columns among them. */
export const tableRights: ReadonlyMap<string, readonly string[]> = new Map(
  (Object.keys(rights) as (keyof typeof rights)[]).flatMap((level) =>
    rights[level].map((table) => [table, [...privileges[level], ...(columnRights[table] ?? [])]] as const),
  ),
)

/** The same where rows lie on several nodes. */
export const tableRightsOnSeveralNodes: ReadonlyMap<string, readonly string[]> = new Map(
  [...tableRights].map(([table, held]) => [table, [...held, ...(rightsOfFunctions[table] ?? [])]]),
)

/**
 * SQL that makes a session one of the running role where its login may and the database is that far; else the session
 * stays who logged in. Without parameters, so that it can follow another statement.
 */
export const takeRunningRole = `select set_config('role', rolname, false) from pg_roles
  where rolname = '${runningRole}' and pg_has_role(rolname, 'MEMBER')
    and has_table_privilege(rolname, to_regclass('transfer'), 'SELECT')`

/**
 * Makes the running role where it is missing, and gives it its rights where they differ. Runs as the tables' owner. An
 * owner who may make no roles, and whose cluster has none of this name, keeps running as what it is. `isApart`: as
 * where rows lie on several nodes; asked of the database unless given.
 */
export async function giveRights(db: Db, isApart?: boolean): Promise<void> {
  await makeRole(db)
  isApart ??= await isOnSeveralNodes(db)
  const wantedRights = isApart ? tableRightsOnSeveralNodes : tableRights
  const { rows } = await sql<{ name: string; held: string[] }>`
    select relname as name, array(
      select privilege_type collate "C" from aclexplode(relacl) where grantee = role.oid
      union all select (privilege_type || '(' || attname || ')') collate "C" from pg_attribute, aclexplode(attacl)
        where attrelid = pg_class.oid and grantee = role.oid order by 1) as held
    from pg_class, pg_roles role
    where role.rolname = ${runningRole} and relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')
      and not relispartition`.execute(db)
  if (rows.length === 0) return
  for (const { name, held } of rows) {
    const wanted = wantedRights.get(name) ?? []
    if (wanted.toSorted().join() === held.join()) continue
    await sql`revoke all on ${sql.table(name)} from ${sql.id(runningRole)}`.execute(db)
    if (wanted.length > 0)
      await sql`grant ${sql.raw(wanted.join(', '))} on ${sql.table(name)} to ${sql.id(runningRole)}`.execute(db)
  }
  await giveFunctions(db, isApart)
}

async function giveFunctions(db: Db, isApart: boolean): Promise<void> {
  const role = sql.id(runningRole)
  const { rows: lacking } = await sql<{ schema: string }>`
    select quote_ident(current_schema()) as schema
    where not has_schema_privilege(${runningRole}, current_schema(), 'USAGE')`.execute(db)
  if (lacking[0]) await sql`grant usage on schema ${sql.raw(lacking[0].schema)} to ${role}`.execute(db)
  const { rows } = await sql<{ name: string; isGiven: boolean; isByOwner: boolean }>`
    select it as name, has_function_privilege(${runningRole}, pg_proc.oid, 'EXECUTE') as is_given, prosecdef as is_by_owner
    from unnest(${[...functions, ...ownersFunctions, ...innerFunctions]}::text[]) it
    join pg_proc on pg_proc.oid = it::regprocedure`.execute(db)
  for (const { name, isGiven, isByOwner } of rows) {
    const isWanted = isApart || !innerFunctions.includes(name)
    const given = isWanted
      ? sql`grant execute on function ${sql.raw(name)} to`
      : sql`revoke execute on function ${sql.raw(name)} from`
    if (isGiven !== isWanted) await sql`${given} ${role}`.execute(db)
    if (functions.includes(name) && isByOwner === isApart)
      await sql`alter function ${sql.raw(name)} security ${sql.raw(isApart ? 'invoker' : 'definer')}`.execute(db)
  }
  const { rows: sequences } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace and relname = any(${sequencesOfFunctions})
      and has_sequence_privilege(${runningRole}, oid, 'USAGE') <> ${isApart}`.execute(db)
  for (const { name } of sequences) {
    const given = isApart
      ? sql`grant usage on sequence ${sql.id(name)} to`
      : sql`revoke usage on sequence ${sql.id(name)} from`
    await sql`${given} ${role}`.execute(db)
  }
}

/** A role belongs to the whole cluster: another database of it may be making it at this moment. */
async function makeRole(db: Db): Promise<void> {
  await sql`do $do$
  declare
    -- Who made a role may not always take it, from PostgreSQL 16 on.
    needed constant text := case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end;
  begin
    begin
      if not exists (select 1 from pg_roles where rolname = ${sql.lit(runningRole)}) then
        create role ${sql.id(runningRole)} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(${sql.lit(runningRole)}, needed) then
      grant ${sql.id(runningRole)} to current_user;
    end if;
  exception when insufficient_privilege or undefined_object then null;
  end $do$`.execute(db)
}

/** Who the statements of a database run as. `owns`: its login is, or can become, the owner of the tables. */
export async function whoRuns(db: Db): Promise<{ role: string; login: string; owns: boolean }> {
  const { rows } = await sql<{ role: string; login: string; owns: boolean }>`
    select current_user::text as role, session_user::text as login, pg_has_role(session_user, relowner, 'MEMBER') as owns
    from pg_class where oid = 'transfer'::regclass`.execute(db)
  if (!rows[0]) throw new Error('there is no table of transfers')
  return rows[0]
}

function names(text: string): string[] {
  return text.split(/\s+/)
}
