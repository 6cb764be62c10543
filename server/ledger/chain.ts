import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '../db/open.ts'

/** How many members' chains one transaction extends. */
const batch = 500
/**
 * A movement is at most this many days older than the newest chained one: transactions last seconds, and days are
 * UTC's.
 */
const lateDays = 2

/**
 * Adds every movement of a member's accounts that is not in their hash chain yet (061_bill_chain.sql, docs/ledger.md).
 * Runs in the caller's transaction; a second one waits. Settlement leaves this out, so that it stays fast.
 */
export async function chainBills(db: Db, memberId: string): Promise<void> {
  await chain(db, [memberId])
}

/**
 * Extends the chains of all members that lack movements, batch by batch. It can be stopped anywhere and called again.
 * Gives how many links were added.
 */
export async function chainAllBills(database: Database): Promise<number> {
  let added = 0
  for (
    let members = await behind(database.kysely);
    members.length > 0;
    members = await behind(database.kysely, members.at(-1))
  ) {
    const wanted = members
    added += await database.inTransaction((db) => chain(db, wanted))
  }
  return added
}

/**
 * SQL of the first day of which a member's movements may lack their links: whatever is older has its link, unless it
 * came very late. Every day is, while the member has no chain.
 */
export function openFromOf(memberId: string): RawBuilder<string> {
  return sql`coalesce((select day - ${sql.lit(lateDays)} from bill_chain where member_id = ${memberId}), '-infinity')`
}

/** SQL of how many movements of a member have no link yet. */
export function unlinkedOf(memberId: string): RawBuilder<number> {
  return sql`((select coalesce(sum(seq), 0) from account where owner_id = ${memberId})
    - coalesce((select number from bill_chain where member_id = ${memberId}), 0))::bigint`
}

/** A movement's link in its member's chain, or null while it has none. */
export async function linkOf(
  db: Db,
  { memberId, accountId, transferId }: { memberId: string; accountId: number; transferId: number },
): Promise<{ number: number; hash: string; previous: string } | null> {
  const {
    rows: [link],
  } = await sql<{ number: number; hash: string; previous: string }>`
    select own.number, own.hash, coalesce(before.hash, bill_root(own.member_id)) as previous
    from bill_link own left join bill_link before on before.member_id = own.member_id and before.number = own.number - 1
    where own.account_id = ${accountId} and own.transfer_id = ${transferId} and own.member_id = ${memberId}`.execute(db)
  return link ?? null
}

/**
 * Members whose chain lacks movements. Each account counts its movements (`seq`), and the chain's number must equal
 * their sum.
 */
async function behind(db: Db, after?: string): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select account.owner_id as member_id from account join member on member.id = account.owner_id
    left join bill_chain on bill_chain.member_id = account.owner_id
    ${after === undefined ? sql`` : sql`where account.owner_id > ${after}::uuid`}
    group by account.owner_id, bill_chain.number having sum(account.seq) > coalesce(bill_chain.number, 0)
    order by account.owner_id limit ${sql.lit(batch)}`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

async function chain(db: Db, members: readonly string[]): Promise<number> {
  const wanted = sql`any(${[...members]}::uuid[])`
  // Those that are there are locked and not changed. A distributed PostgreSQL locks rows of many members by no select.
  await sql`insert into bill_chain (member_id, hash) select id, bill_root(id) from unnest(${[...members]}::uuid[]) id
    order by id on conflict (member_id) do update set number = bill_chain.number where false`.execute(db)
  const added = await add(db, wanted, sql`and (own.newest is null or moved.day >= own.newest - ${sql.lit(lateDays)})`)
  const { rows: missed } = await sql<{ memberId: string }>`
    select bill_chain.member_id from bill_chain join account on account.owner_id = bill_chain.member_id
    where bill_chain.member_id = ${wanted} group by bill_chain.member_id
    having sum(account.seq) > bill_chain.number`.execute(db)
  if (missed.length === 0) return added
  // A movement is older than `lateDays`, or was committed this moment: search all of them.
  return added + (await add(db, sql`any(${missed.map(({ memberId }) => memberId)}::uuid[])`, sql``))
}

/**
 * Links every movement that has no link yet, in the ledger's order, and counts it in its day. A transfer between two
 * accounts of one member is two movements: first out, then in.
 */
async function add(db: Db, members: RawBuilder<unknown>, recent: RawBuilder<unknown>): Promise<number> {
  const side = (own: 'debit_id' | 'credit_id', sign: -1 | 1) => sql`
    select moved.owner_id as member_id, own.number, own.hash, own.account_id, own.before, own.code, moved.asset, moved.day,
      moved.id, moved.at, moved.kind, moved.ref, ${sql.lit(sign)} * moved.amount as change
    from own join transfer moved on moved.owner_id = own.member_id and ${sql.ref(`moved.${own}`)} = own.account_id ${recent}
    where not exists (select 1 from bill_link where bill_link.member_id = moved.owner_id
      and bill_link.account_id = ${sql.ref(`moved.${own}`)} and bill_link.transfer_id = moved.id)`
  const {
    rows: [done],
  } = await sql<{ links: number }>`
    with own as materialized (
      select bill_chain.member_id, bill_chain.number, bill_chain.hash, bill_chain.day as newest,
        account.id as account_id, account.code,
        -- In the order of the chain every new link is after all that are there.
        coalesce((select balance from bill_day where bill_day.member_id = bill_chain.member_id and account_id = account.id
          order by last desc limit 1), 0) as before
      from bill_chain join account on account.owner_id = bill_chain.member_id where bill_chain.member_id = ${members}
    ), numbered as materialized (
      select fresh.*, number + row_number() over (partition by member_id order by day, id, change) as place
      from (${side('debit_id', -1)} union all ${side('credit_id', 1)}) fresh
    ), link as (
      insert into bill_link (member_id, number, account_id, day, transfer_id, hash)
      select member_id, place, account_id, day, id,
        bill_running(hash, bill_text(place, id, at, kind, code, change, asset, ref)) 
          over (partition by member_id order by place)
      from numbered returning member_id, number, day, hash
    ), counted as (
      insert into bill_day (member_id, account_id, day, first, last, balance, change, movements)
      select distinct on (member_id, account_id, day) member_id, account_id, day,
        min(place) over of_day, place, balance, sum(change) over of_day, count(*) over of_day
      from (
        select *, before + sum(change) over (partition by account_id order by place) as balance from numbered
      ) running window of_day as (partition by account_id, day) order by member_id, account_id, day, place desc
      on conflict (member_id, account_id, day) do update set last = excluded.last, balance = excluded.balance,
        change = bill_day.change + excluded.change, movements = bill_day.movements + excluded.movements
    ), head as (
      update bill_chain set number = last.number, hash = last.hash, day = greatest(bill_chain.day, last.newest)
      from (
        select distinct on (member_id) member_id, number, hash, max(day) over (partition by member_id) as newest
        from link order by member_id, number desc
      ) last where last.member_id = bill_chain.member_id
    )
    select count(*)::int as links from link`.execute(db)
  return done?.links ?? 0
}
