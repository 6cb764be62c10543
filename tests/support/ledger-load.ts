import { asOwner } from '#tests/support/as-owner.ts'
import { sql, type RawBuilder } from 'kysely'
import { instant, type Clock } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { addToRevenueHours } from '#server/db/revenue-hours.ts'
import { seedReference } from '#server/db/seed/reference.ts'

/**
 * Inserts load by set-based SQL: `machines` machines of 100 units each, all sold, five to a member, and one trip of
 * each machine. All units are settled daily.
 */
export async function seedLoad(database: Database, machines: number, clock: Clock): Promise<void> {
  await asOwner(database, async (db) => {
    // Millions of rows take longer than a statement of the server may.
    await sql`set local statement_timeout = 0`.execute(db)
    await fill(db, machines, clock)
  })
}

async function fill(db: Db, machines: number, clock: Clock): Promise<void> {
  const at = instant(clock)
  const members = machines * 20
  await seedReference(db)
  await sql`insert into category (id, kind, name, art, position) values ('load', 'vehicle', '{"en":"-"}', 'scooter', 0)`.execute(
    db,
  )
  await sql`insert into operator (id, name, place, since) values ('load', '-', '', ${at}::timestamptz)`.execute(db)
  await sql`
    insert into product (id, category_id, kind, name, edition, art, description, specification, currency, price, daily_income, total_return, yield_rate,
      validity_days, settlement_type, purchase_limit, level_needed, gift_points, cancellation_hours, operator_id, offered_from, position)
    select ${numbered('2')}, 'load', 'vehicle', 'P' || n, '-', 'scooter', '{"en":"-"}', '[]', 'USD', 1000, 1, 1, 1, 30, 0, 0, 0, 0, 0, 'load', ${at}::timestamptz, n
    from generate_series(1, ${sql.lit(machines)}) n`.execute(db)
  await sql`
    insert into member (id, phone, password_hash, country, language, time_zone, invitation_code, joined_at)
    select ${numbered('1')}, '+628' || n, '', 'id', 'en', 'UTC', 'c' || n, ${at}::timestamptz from generate_series(1, ${sql.lit(members)}) n`.execute(
    db,
  )
  await sql`
    insert into account (owner_id, code, asset, floor, rolled)
    select member.id, code, asset, 0, false from member, (values ('recharge', 'USD'), ('income', 'USD'), ('pending', 'USD'), ('gold', 'GOLD'), ('lucky', 'LUCKY')) as it (code, asset)
    order by member.id`.execute(db)
  await sql`
    insert into account (owner_id, code, asset, floor, rolled)
    select ${numbered('3')}, 'machine', 'USD', 0, false from generate_series(1, ${sql.lit(machines)}) n`.execute(db)
  await sql`
    insert into machine (id, product_id, account_id, device_number, kind, currency, units_total, member_share_bp, state_since, time_zone)
    select owner_id, product.id, account.id, product.name, 'vehicle', 'USD', 100, 10000, ${at}::timestamptz, 'UTC'
    from account join product on right(product.id::text, 12) = right(owner_id::text, 12) where account.code = 'machine'`.execute(
    db,
  )
  await sql`
    insert into machine_total (machine_id, units_free, units_held, share_total)
    select machine.id, 0, 100, 100 * (100 + position) from machine join product on product.id = product_id`.execute(db)
  await sql`
    insert into revenue (id, machine_id, kind, source, external_id, started_at, ended_at, amount, currency, share, share_total_after, booked_at, counted_at)
    select gen_random_uuid(), machine_id, 'trip', 'load', machine_id::text, ${at}::timestamptz, ${at}::timestamptz, share_total, 'USD', share_total, share_total, ${at}::timestamptz, ${at}::timestamptz from machine_total`.execute(
    db,
  )
  await nameReports(db, at)
  await addToHours(db, at)
  await postRevenue(db, at, { amount: sql`share_total`, ref: sql`machine.id::text` })
  await sql`
    insert into order_draft (id, member_id, product_id, quantity, unit_price, discount, coupon, actual_payment, created_at, expires_at)
    select member.id, member.id, (select id from product limit 1), 5, 1000, 0, 0, 5000, ${at}::timestamptz, ${at}::timestamptz from member`.execute(
    db,
  )
  await sql`
    insert into purchase (id, order_number, draft_id, member_id, product_id, currency, quantity, unit_price, amount, discount, coupon, actual_payment, paid_from, gift_points, paid_at, cancellable_until)
    select id, id::text, id, member_id, product_id, 'USD', quantity, unit_price, 5000, 0, 0, 5000, 'recharge', 0, created_at, created_at from order_draft`.execute(
    db,
  )
  // Every member's five units are of five machines.
  await sql`
    insert into unit (id, member_id, purchase_id, product_id, machine_id, machine_account_id, pending_account_id, settlement_type, active_from, expires_at, share_before)
    select gen_random_uuid(), member.id, member.id, machine.product_id, machine.id, machine.account_id, account.id, 0, ${at}::timestamptz, ${at}::timestamptz + interval '30 days', 0
    from (select id, row_number() over (order by id) as n from member) member
    join account on account.owner_id = member.id and account.code = 'pending'
    cross join generate_series(0, 4) k
    join (select machine.*, row_number() over (order by id) as n from machine) machine on machine.n = (member.n * 5 + k) % ${sql.lit(machines)} + 1`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

/** One more trip of each machine of the load, counted at the clock's time. */
export async function tripOfEach(database: Database, clock: Clock): Promise<void> {
  const at = instant(clock)
  await asOwner(database, async (db) => {
    await sql`
      with more as (
        update machine_total set share_total = share_total + 100 * units_total from machine where id = machine_id
        returning id, share_total, units_total
      )
      insert into revenue (id, machine_id, kind, source, external_id, started_at, ended_at, amount, currency, share, share_total_after, booked_at, counted_at)
      select gen_random_uuid(), id, 'trip', 'load', id || ${at}, ${at}::timestamptz, ${at}::timestamptz, 100 * units_total,
        'USD', 100 * units_total, share_total, ${at}::timestamptz, ${at}::timestamptz from more`.execute(db)
    await nameReports(db, at)
    await addToHours(db, at)
    await postRevenue(db, at, { amount: sql`100 * units_total`, ref: sql`machine.id || ${at}` })
  })
}

/** Some hundred machines at a time, as a batch of bookings. */
async function postRevenue(
  db: Db,
  at: string,
  of: { amount: RawBuilder<number>; ref: RawBuilder<string> },
): Promise<void> {
  await sql`
    select write_postings(${at}::timestamptz,
      array_agg(row(house(), 'world', id, 'machine', 'USD', ${of.amount}, 'revenue', ${of.ref}, null)::posting))
    from (
      select machine.*, share_total, row_number() over (order by id) / 500 as batch
      from machine join machine_total on machine_id = id
    ) machine group by batch`.execute(db)
}

/** What a booking notes of each report, so that it counts once. */
async function nameReports(db: Db, at: string): Promise<void> {
  await sql`
    insert into booked_report (source, external_id, machine_id, revenue_id)
    select source, external_id, machine_id, id from revenue where counted_at = ${at}::timestamptz`.execute(db)
}

/** As bookings do for the trips that count at an instant. */
async function addToHours(db: Db, at: string): Promise<void> {
  const rows = await db
    .selectFrom('revenue')
    .select(['machineId', 'countedAt', 'currency', 'amount'])
    .where('countedAt', '=', at)
    .execute()
  await addToRevenueHours(db, rows)
}

/** A UUID that ends in the row's number. */
function numbered(kind: string) {
  return sql`(${sql.lit(`${kind}0000000-0000-4000-8000-`)} || lpad(n::text, 12, '0'))::uuid`
}
