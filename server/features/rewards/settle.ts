import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { duePeriods } from '../../ledger/periods.ts'
import type { OnChunkSettled } from '../../ledger/settle.ts'
import { clearIncome, settlePeriod } from '../../ledger/settle.ts'
import { sendMessages } from '../../notices/notify.ts'

/** Settles every period that has ended, and notifies the members in the transaction that pays them. */
export async function settle({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  // What a process that was killed has paid and not cleared.
  await database.inTransaction((db) => clearIncome(db, clock))
  for (const period of await duePeriods(database.kysely, clock))
    await settlePeriod(database, period, clock, tellMembers(clock))
}

/**
 * One message per member and day of the payment in their zone, as bills and statistics have it, and one of units whose
 * term had ended, whatever the number of units and hours: later payments of the day add to its amount.
 */
function tellMembers(clock: Clock): OnChunkSettled {
  return async (db, { period, from, to, paid, at, days }) => {
    // What units earned until their term ended may be of all of it: they have a message of their own.
    const hasEnded = period.type === 'expiry'
    await sendMessages(
      db,
      sql`
      insert into message (id, member_id, kind, ref, params, route, at)
      select gen_random_uuid(), "memberId", 'income_settled', ${hasEnded ? 'ended, paid ' : 'paid '}::text || paid_on,
        jsonb_build_object('day', ${period.start.slice(0, 10)}::text, 'paidOn', paid_on, 'amount', amount,
            'currency', currency, 'hasEnded', ${hasEnded}::boolean),
          '/subPages/product/myProduct', ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(paid)}::text::jsonb)
          as it("memberId" uuid, amount bigint, currency text)
        join member on member.id = "memberId"
        left join unnest(${days.zones}::text[], ${days.days}::text[]) as other(zone, day) on zone = member.time_zone,
        lateral (select coalesce(other.day, ${at.slice(0, 10)}::text) as paid_on) on_day
      -- Two chunks may have the same members, for accounts in two currencies.
      order by 2
      on conflict (member_id, kind, ref) do update
        -- A distributed PostgreSQL takes immutable functions only: building JSON isn't among them, reading it is.
        set params = message.params || ('{"amount":'
          || ((message.params->>'amount')::bigint + (excluded.params->>'amount')::bigint)::text || '}')::jsonb
      returning id, member_id`,
      clock,
    )
    if (!hasEnded) return
    await sendMessages(
      db,
      sql`
      insert into message (id, member_id, kind, ref, params, route, at)
      select gen_random_uuid(), unit.member_id, 'unit_expired', unit.purchase_id::text,
        jsonb_build_object('product', product.name, 'units', count(*)), '/subPages/product/myProduct',
          min(unit.expires_at)
      from unit join product on product.id = unit.product_id
        -- Whoever has deleted their account reads no more messages.
        join member on member.id = unit.member_id and member.deleted_at is null
        -- Owners of a closed machine were told when it was closed.
        join purchase on purchase.member_id = unit.member_id and purchase.id = unit.purchase_id
          and purchase.closing_refund is null
      where unit.status = 'expired' and unit.pending_account_id >= ${from} and unit.pending_account_id < ${to}
        and unit.expires_at <= ${period.end} and unit.expires_at > ${period.end}::timestamptz - interval '31 days'
      group by unit.member_id, unit.purchase_id, product.name
      on conflict (member_id, kind, ref) do nothing
      returning id, member_id`,
      clock,
    )
  }
}
