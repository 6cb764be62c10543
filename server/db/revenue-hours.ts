import { sql, type RawBuilder } from 'kysely'
import { instant, millisOf } from '../clock.ts'
import type { Db } from './open.ts'

const hour = 3_600_000

/** Adds revenue to the hours in which it counts, or takes it out by an amount below 0. The machines are locked. */
export async function addToRevenueHours(
  db: Db,
  rows: readonly { machineId: string; countedAt: string; currency: string; amount: number }[],
): Promise<void> {
  await sql`
    insert into revenue_hour (hour, part, currency, amount)
    select date_trunc('hour', "countedAt", 'UTC'), get_byte(uuid_send("machineId"), 0) & 7, currency, sum(amount)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as it("machineId" uuid, "countedAt" timestamptz, currency text, amount bigint)
    -- Ordered, so that two bookings lock the rows in one order.
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (hour, part, currency) do update set amount = revenue_hour.amount + excluded.amount`.execute(db)
}

/** SQL of what all machines took in from an instant on, in minor units: whole hours, and the runs before them. */
export function revenueSince(from: string, currency: string): RawBuilder<number> {
  const whole = instant(Math.ceil(millisOf(from) / hour) * hour)
  return sql`(
    coalesce((select sum(amount) from revenue_hour where hour >= ${whole} and currency = ${currency}), 0)
    + coalesce((select sum(amount) from revenue
      where counted_at >= ${from} and counted_at < ${whole} and currency = ${currency}), 0))::bigint`
}
