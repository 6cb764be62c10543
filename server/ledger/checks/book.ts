import { sql, type RawBuilder } from 'kysely'
import { earnedOf, earnsUntil, withShared } from '../../db/entitlement.ts'
import { isClearing } from '../clearing.ts'
import { closedThrough } from '../closed-days.ts'
import type { Checks } from './check.ts'

/** Which transfers the book is summed from: all, or those of open days beside what closed days come to. */
export type Reach = 'all days' | 'open days'

/**
 * SQL of the expressions that checks begin with: `by_kind`, what each account's transfers of a kind come to,
 * `book`, each account with its balance and the totals that matter, and `shared`, what machines had shared in when the
 * time of units was over. What a machine's units were paid and the machine has not given yet is `uncleared`: that much
 * of its balance isn't its own any more.
 */
export function bookOf(reach: Reach): RawBuilder<unknown> {
  const open = reach === 'all days' ? sql`` : sql`where day > ${closedThrough}`
  const closed =
    reach === 'all days'
      ? sql``
      : sql`union all
        select account.id, account.asset, kind, change from kept_total join account on account.owner_id = kept_total.owner_id and account.id = account_id`
  return sql`
    side as (
      -- Added up first where they lie, as transfers of an account are those of many owners.
      select debit_id as id, asset, kind, -sum(amount) as change from transfer ${open} group by 1, 2, 3
      union all select credit_id, asset, kind, sum(amount) from transfer ${open} group by 1, 2, 3
    ), by_kind as materialized (
      select id, asset, kind, sum(change) as change from side group by id, asset, kind ${closed}
    ), uncleared as materialized (
      select id, sum(amount)::bigint as amount
      from uncleared_income cross join unnest(accounts, amounts) as owing(id, amount) group by id
    ), book as materialized (
      select account.id, account.owner_id, account.code, account.asset, account.rolled, account.balance, account.floor,
        coalesce(sum(change), 0)::bigint as total,
        coalesce(sum(change) filter (where kind in ('revenue', 'revenue_reversal')), 0)::bigint as taken,
        coalesce(sum(change) filter (where kind in
          ('revenue', 'revenue_reversal', 'operator_fee', 'fee_reversal')), 0)::bigint as earned,
        coalesce(-sum(change) filter (where kind = 'income'), 0)::bigint as paid,
        coalesce(sum(change) filter (where kind in ('income_reversal', 'income_debt')), 0)::bigint as returned,
        coalesce(uncleared.amount, 0) as uncleared
      from account left join by_kind using (id, asset) left join uncleared using (id)
      group by account.id, account.owner_id, account.code, account.asset, account.rolled, account.balance, account.floor,
        uncleared.amount
    ), ending as materialized (
      select distinct machine_id, ${earnsUntil('unit')} as until from unit
    ), shared as materialized (
      -- Machines' rows lie apart from those of units.
      select machine_id, until, total from ${withShared('ending')} it
    )`
}

/** SQL that joins `unit` with what its machine had shared in when its time was over. */
export const sharedOfUnit = sql`
  left join shared on shared.machine_id = unit.machine_id and shared.until = ${earnsUntil('unit')}`

/** SQL of what one unit has earned; of `unit`, `machine` and `sharedOfUnit` in the query around. */
export const earned = earnedOf(sql`shared.total`, {
  shareBefore: 'unit.share_before',
  unitsTotal: 'machine.units_total',
})

/** SQL of rows `ref, amount`: what transfers of some kinds come to by what they were for, all or some of them. */
export function movedOf(kinds: readonly string[], where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`(
    select ref, sum(amount)::bigint as amount from transfer where kind in (${sql.join(kinds.map((it) => sql.lit(it)))}) and ${where}
    group by ref)`
}

/** What is seen from the book and from tables that don't grow with the days. */
export const checksOfBook: Checks = {
  findings: sql`
    select 'balance equals transfers' as "check", 'account ' || id as subject, total as expected, balance as found
      from book where not rolled and balance <> total
    union all select 'floor holds', 'account ' || id, floor, balance
      from book where balance < floor
    union all select 'asset sums to zero', asset, 0, sum(case when rolled then total else balance end)::bigint
      from book group by asset having sum(case when rolled then total else balance end) <> 0
    union all select 'income within revenue', 'account ' || id, earned, paid + uncleared - returned
      from book where code = 'machine' and (paid + uncleared - returned > earned or returned < 0)
    union all select 'units can be paid', 'machine ' || id, owed, own from (
      select machine.id, book.balance - book.uncleared as own,
        coalesce(units.owed, 0) as owed
      from machine join book on book.id = machine.account_id
      -- Without a unit too: what is uncleared must be there.
      left join (
        select unit.machine_id, sum(greatest(${earned} - unit.paid, 0))::bigint as owed
        from unit join machine on machine.id = unit.machine_id ${sharedOfUnit}
        where unit.status = 'active' or unit.is_owed group by unit.machine_id
      ) units on units.machine_id = machine.id
    ) due where owed > own
    -- A unit that is counted wrongly could be sold twice. First all units of a machine, then those that members hold.
    union all select 'units are counted', 'machine ' || id, units_total, placed from (
      select machine.id, machine.units_total, machine.units_kept + coalesce(total.units, 0) as placed
      from machine left join (
        select machine_id, sum(units_free + units_held)::int as units from machine_total group by 1
      ) total on total.machine_id = machine.id
    ) place where units_total <> placed
    union all select 'units are counted', 'units of machine ' || id, units, held from (
      select machine.id, coalesce(total.held, 0) as held, coalesce(running.units, 0) as units
      from machine
      left join (select machine_id, sum(units_held)::int as held from machine_total group by 1) total
        on total.machine_id = machine.id
      left join (select machine_id, count(*)::int as units from unit where status = 'active' group by 1) running
        on running.machine_id = machine.id
    ) place where units <> held
    union all select 'clearing equals uncleared', code || ' ' || asset, -coalesce(owed.amount, 0), coalesce(total, 0)
      from (select code, asset, total from book where ${isClearing('code')}) clearing
      full join (
        select coalesce(machine.kind || '_clearing', 'no machine') as code, coalesce(machine.currency, 'account ' || uncleared.id)
          as asset, sum(amount)::bigint as amount
        from uncleared left join machine on machine.account_id = uncleared.id group by 1, 2
      ) owed using (code, asset)
      where coalesce(owed.amount, 0) <> -coalesce(total, 0)
    union all select 'revenue is in its days', 'machine ' || machine.id, book.taken, coalesce(counted.amount, 0)
      from book join machine on machine.account_id = book.id join machine_total total on total.machine_id = machine.id
      cross join unnest(total.owner_zones) owner_zone
      left join (select machine_id, zone, sum(revenue)::bigint as amount from machine_day group by 1, 2) counted
        on counted.machine_id = machine.id and counted.zone = owner_zone
      where book.taken <> coalesce(counted.amount, 0)
    union all select 'revenue is in its days', 'hours of ' || coalesce(taken.asset, counted.currency),
      coalesce(taken.amount, 0), coalesce(counted.amount, 0)
      from (select asset, sum(taken)::bigint as amount from book join machine on account_id = book.id group by 1) taken
      full join (select currency, sum(amount)::bigint as amount from revenue_hour group by 1) counted
        on counted.currency = taken.asset
      where coalesce(taken.amount, 0) <> coalesce(counted.amount, 0)
    union all select 'claims within assets', asset, assets, claims from (
      select asset, (-sum(total) filter (where code = 'world'))::bigint as assets,
        -- What one member owes covers nobody else's claim.
        (sum(balance) filter (where not rolled and balance > 0
          and (code in ('promised', 'unowned') or owner_id in (select id from member))))::bigint as claims
      from book group by asset having bool_or(code = 'world')
    ) stand where claims > assets
    union all select 'taken back once', 'machine account ' || book.id, coalesce(units.amount, 0), book.returned
      from book join machine on machine.account_id = book.id
      left join (select machine_id, sum(amount)::bigint as amount from income_reversal
        join unit using (member_id) where unit.id = unit_id group by 1) units on units.machine_id = machine.id
      where coalesce(units.amount, 0) <> book.returned
    union all select 'deposit is kept', 'member ' || member_id || ' ' || code, principal, balance from (
      select held.member_id, held.code, held.principal, coalesce(book.balance, 0) as balance from (
        select member_id, currency, case paid_from when 'income' then 'deposit_income' else 'deposit' end as code,
          coalesce(sum(principal) filter (where ended_at is null), 0)::bigint as principal
        from time_deposit group by 1, 2, 3
      ) held left join book on book.owner_id = held.member_id and book.code = held.code and book.asset = held.currency
      union all select deposit.id, 'promised',
        case when ended_at is null then interest else 0 end, coalesce(book.balance, 0)
      from time_deposit deposit left join book on book.owner_id = deposit.id and book.code = 'promised'
    ) kept where principal <> balance
    union all select 'withdrawal is kept', 'member ' || member_id, amount, balance from (
      select asked.member_id, asked.amount, coalesce(book.balance, 0) as balance from (
        select member_id, currency,
          coalesce(sum(amount) filter (where state in ('requested', 'approved', 'sent')), 0)::bigint as amount
        from withdrawal group by 1, 2
      ) asked left join book on book.owner_id = asked.member_id and book.code = 'withdrawing'
        and book.asset = asked.currency
    ) kept where amount <> balance
    union all select 'prize is kept', 'member ' || coalesce(won.member_id, book.owner_id), coalesce(won.amount, 0),
      coalesce(book.balance, 0)
      from (
        select member_id, gift->>'currency' as asset, sum((gift->>'amount')::bigint)::bigint as amount
        from draw join game_slot on game_slot.id = draw.slot_id
        where draw.status = 0 and gift->>'of' = 'money' group by 1, 2
      ) won full join (select * from book where code = 'prize_due') book
        on book.owner_id = won.member_id and book.asset = won.asset
      where coalesce(won.amount, 0) <> coalesce(book.balance, 0)
    union all select 'unowned is kept', coalesce(held.asset, book.asset), coalesce(held.amount, 0), coalesce(book.balance, 0)
      from (
        select currency as asset, sum(amount)::bigint as amount from held_top_up where state = 'unowned' group by 1
      ) held full join (select * from book where code = 'unowned') book on book.asset = held.asset
      where coalesce(held.amount, 0) <> coalesce(book.balance, 0)
    union all select 'transfer was credited', rail_transfer.network || ' ' || rail_transfer.external_id, credited,
      coalesce(top_up.amount, 0)
      from rail_transfer left join top_up on top_up.source = rail_transfer.network
        and top_up.external_id = rail_transfer.external_id
      where credited is not null and credited <> coalesce(top_up.amount, 0)
    -- What was approved is a top-up as well as held, and so is what two servers once credited and held.
    union all select 'transfer was credited', source || ' ' || external_id, sum(known), sum(taken) from (
      select source, external_id, member_id, 0 as known, 1 as taken from top_up
      union all select source, external_id, member_id, 0, 1 from held_top_up where state <> 'approved'
        and not exists (select 1 from top_up where top_up.member_id = held_top_up.member_id
          and top_up.source = held_top_up.source and top_up.external_id = held_top_up.external_id)
      union all select source, external_id, member_id, 1, 0 from incoming_payment
    ) payment group by source, external_id, member_id having sum(known) <> sum(taken)`,
  looked: {
    'balance equals transfers': sql`select count(*) from account where not rolled`,
    'floor holds': sql`select count(*) from account where not rolled`,
    'asset sums to zero': sql`select count(distinct asset) from account`,
    'income within revenue': sql`select count(*) from machine`,
    'units can be paid': sql`select count(*) from machine`,
    'units are counted': sql`select count(*) from machine`,
    'clearing equals uncleared': sql`select count(*) from account where ${isClearing('code')}`,
    'income came from its machine': sql`select count(*) from machine`,
    'revenue was booked': sql`select count(*) from machine`,
    'revenue is in its days': sql`select count(*) from machine`,
    'unit is paid its share': sql`select count(*) from unit`,
    'claims within assets': sql`select count(*) from account where code = 'world'`,
    'taken back once': sql`select count(*) from reversal`,
    'deposit is kept': sql`select count(*) from time_deposit`,
    'withdrawal is kept': sql`select count(*) from withdrawal`,
    'prize is kept': sql`select count(*) from account where code = 'prize_due'`,
    'unowned is kept': sql`select count(*) from held_top_up where state = 'unowned'`,
    'transfer was credited': sql`select count(*) from incoming_payment`,
  },
}
