import { sql } from 'kysely'
import { earnedBefore, earnsUntil } from '../db/entitlement.ts'
import type { Db } from '../db/open.ts'

/**
 * A contradiction in the books: which check failed, on what, and the two figures that should agree (minor units, or a
 * count).
 */
export interface Finding {
  check: CheckName
  subject: string
  expected: number
  found: number
}

const checkNames = [
  'balance equals transfers',
  'floor holds',
  'asset sums to zero',
  'income within revenue',
  'units can be paid',
  'revenue was booked',
  'revenue is in its days',
  'line was posted',
  'income has its line',
  'income is in its days',
  'unit is paid its share',
  'claims within assets',
  'claims are confirmed',
  'taken back once',
  'deposit is kept',
  'withdrawal is kept',
  'prize is kept',
  'transfer was credited',
  'bill chain holds',
  'bills are in their days',
] as const
export type CheckName = (typeof checkNames)[number]

/** How many items a check looked at, and how many did not agree. */
export interface Checked {
  check: CheckName
  looked: number
  wrong: number
}

/** Checks the whole ledger and gives every contradiction; an empty list means sound books. Reads every transfer. */
export async function reconcile(db: Db): Promise<Finding[]> {
  const earned = earnedBefore({
    machineId: 'machine.id',
    unitsTotal: 'machine.units_total',
    shareBefore: 'unit.share_before',
    before: earnsUntil('unit'),
  })
  const { rows } = await sql<Finding>`
    with side as (
      select debit_id as id, asset, kind, -amount as change from transfer
      union all select credit_id, asset, kind, amount from transfer
    ), by_kind as materialized (
      select id, asset, kind, sum(change) as change from side group by id, asset, kind
    ), book as materialized (
      select account.id, account.owner_id, account.code, account.asset, account.rolled, account.balance, account.floor,
        coalesce(sum(change), 0)::bigint as total,
        coalesce(sum(change) filter (where kind in ('revenue', 'revenue_reversal')), 0)::bigint as taken,
        coalesce(sum(change) filter (where kind in
          ('revenue', 'revenue_reversal', 'operator_fee', 'fee_reversal')), 0)::bigint as earned,
        coalesce(-sum(change) filter (where kind = 'income'), 0)::bigint as paid,
        coalesce(sum(change) filter (where kind in ('income_reversal', 'income_debt')), 0)::bigint as returned
      from account left join by_kind using (id, asset) group by account.id
    )
    select 'balance equals transfers' as "check", 'account ' || id as subject, total as expected, balance as found
      from book where not rolled and balance <> total
    union all select 'floor holds', 'account ' || id, floor, balance
      from book where balance < floor
    union all select 'asset sums to zero', asset, 0, sum(case when rolled then total else balance end)::bigint
      from book group by asset having sum(case when rolled then total else balance end) <> 0
    union all select 'income within revenue', 'account ' || id, earned, paid - returned
      from book where code = 'machine' and (paid - returned > earned or returned < 0)
    union all select 'units can be paid', 'machine ' || id, owed, balance from (
      select machine.id, book.balance, sum(greatest(coalesce(earned.total, 0) - unit.paid, 0))::bigint as owed
      from machine join book on book.id = machine.account_id join unit on unit.machine_id = machine.id
      left join lateral (${earned}) earned on true
      where unit.status = 'active' or unit.is_owed group by machine.id, book.balance
    ) due where owed > balance
    union all select 'revenue was booked', 'machine ' || machine.id, booked.amount, book.taken
      from book join machine on machine.account_id = book.id
      cross join lateral (select coalesce(sum(amount), 0)::bigint as amount from revenue
        where machine_id = machine.id) booked
      where booked.amount <> book.taken
    union all select 'revenue is in its days', 'machine ' || machine.id, book.taken, counted.amount
      from book join machine on machine.account_id = book.id cross join unnest(machine.owner_zones) owner_zone
      cross join lateral (select coalesce(sum(revenue), 0)::bigint as amount from machine_day
        where machine_id = machine.id and machine_day.zone = owner_zone) counted
      where book.taken <> counted.amount
    union all select 'line was posted', ref, amount, 0 from (
      select period || '/' || unit_id as ref, amount from settlement_line
      except all select ref, amount from transfer where kind = 'income'
    ) unposted
    union all select 'income has its line', ref, 0, amount from (
      select ref, amount from transfer where kind = 'income'
      except all select period || '/' || unit_id, amount from settlement_line
    ) unlined
    union all select 'income is in its days', 'member ' || coalesce(paid.owner_id, days.member_id),
      coalesce(paid.amount, 0), coalesce(days.amount, 0)
      from (select owner_id, -sum(paid)::bigint as amount from book where code = 'pending' group by 1) paid
      full join (select member_id, sum(amount)::bigint as amount from income_day group by 1) days
        on days.member_id = paid.owner_id
      where coalesce(paid.amount, 0) <> coalesce(days.amount, 0)
    union all select 'unit is paid its share', 'unit ' || id, least(lines, earned), paid from (
      select unit.id, unit.paid, (coalesce(line.amount, 0) - coalesce(taken.amount, 0))::bigint as lines,
        coalesce(earned.total, 0) as earned
      from unit join machine on machine.id = unit.machine_id
      left join (select unit_id, sum(amount) as amount from settlement_line group by 1) line on line.unit_id = unit.id
      left join (select unit_id, sum(amount) as amount from income_reversal group by 1) taken on taken.unit_id = unit.id
      left join lateral (${earned}) earned on true
    ) share where paid <> lines or paid > earned
    union all select 'unit is paid its share', 'machine ' || id, booked, share_total from (
      select machine.id, machine.share_total, coalesce(sum(share), 0)::bigint as booked,
        coalesce(max(share_total_after), 0) as last
      from machine left join revenue on revenue.machine_id = machine.id group by machine.id
    ) total where share_total <> booked or share_total <> last
    union all select 'claims within assets', asset, assets, claims from (
      select asset, (-sum(total) filter (where code = 'world'))::bigint as assets,
        -- What one member owes covers nobody else's claim.
        (sum(balance) filter (where not rolled and balance > 0
          and (code = 'promised' or owner_id in (select id from member))))::bigint as claims
      from book group by asset having bool_or(code = 'world')
    ) stand where claims > assets
    union all select 'taken back once', 'reversal ' || id, wanted, posted from (
      select reversal.id, amount as wanted, coalesce((select sum(transfer.amount) from transfer
        where transfer.kind in ('topup_reversal', 'topup_debt', 'revenue_reversal')
          and transfer.ref = reversal.id::text), 0)::bigint as posted
      from reversal
    ) back where wanted <> posted
    union all select 'taken back once', 'machine account ' || book.id, coalesce(units.amount, 0), book.returned
      from book join machine on machine.account_id = book.id
      left join (select machine_id, sum(amount)::bigint as amount from income_reversal
        join unit on unit.id = unit_id group by 1) units on units.machine_id = machine.id
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
    union all select 'transfer was credited', rail_transfer.network || ' ' || rail_transfer.external_id, credited,
      coalesce(top_up.amount, 0)
      from rail_transfer left join top_up on top_up.source = rail_transfer.network
        and top_up.external_id = rail_transfer.external_id
      where credited is not null and credited <> coalesce(top_up.amount, 0)
    union all select 'bill chain holds', 'member ' || member_id || ' bill ' || number, 1, 0 from (
      select link.member_id, link.number, link.hash,
        coalesce(lag(link.number) over chain, 0) + 1 as next,
        bill_hash(coalesce(lag(link.hash) over chain, bill_root(link.member_id)),
          bill_text(link.number, transfer.id, at, kind, account.code,
            case when credit_id = account.id then amount else -amount end, transfer.asset, ref)) as wanted
      from bill_link link join account on account.id = link.account_id
      left join transfer on transfer.day = link.day and transfer.id = link.transfer_id
        and account.id in (transfer.debit_id, transfer.credit_id)
      window chain as (partition by link.member_id order by link.number)
    ) linked where number <> next or hash is distinct from wanted
    union all select 'bills are in their days',
      'account ' || coalesce(linked.account_id, kept.account_id) || ' ' || coalesce(linked.day, kept.day),
      coalesce(linked.balance, 0), coalesce(kept.balance, 0)
      from (
        select distinct on (member_id, account_id, day) member_id, account_id, day, number as last, balance,
          min(number) over of_day as first, sum(change) over of_day as change, count(*) over of_day as movements
        from (
          select *, sum(change) over (partition by member_id, account_id order by number)::bigint as balance
          from (
            select link.*, case when credit_id = link.account_id then amount else -amount end as change
            from bill_link link join transfer on transfer.day = link.day and transfer.id = link.transfer_id
          ) moved
        ) running window of_day as (partition by member_id, account_id, day)
        order by member_id, account_id, day, number desc
      ) linked full join bill_day kept using (member_id, account_id, day)
      where (linked.first, linked.last, linked.balance, linked.change, linked.movements)
        is distinct from (kept.first, kept.last, kept.balance, kept.change, kept.movements)`.execute(db)
  return rows
}

/** How much each check had to look at, beside what it found wrong; `confirmed` currencies have statements. */
export async function checkedBy(db: Db, findings: readonly Finding[], confirmed: number): Promise<Checked[]> {
  const {
    rows: [counted],
  } = await sql<{
    accounts: number
    assets: number
    machines: number
    lines: number
    incomes: number
    days: number
    units: number
    currencies: number
    reversals: number
    deposits: number
    withdrawals: number
    prizes: number
    transfers: number
    links: number
    linkDays: number
  }>`
    select (select count(*) from account where not rolled)::int as accounts,
      (select count(distinct asset) from account)::int as assets,
      (select count(*) from machine)::int as machines,
      (select count(*) from settlement_line)::bigint as lines,
      (select count(*) from transfer where kind = 'income')::bigint as incomes,
      (select count(*) from income_day)::bigint as days,
      (select count(*) from unit)::bigint as units,
      (select count(*) from account where code = 'world')::int as currencies,
      (select count(*) from reversal)::bigint as reversals,
      (select count(*) from time_deposit)::bigint as deposits,
      (select count(*) from withdrawal)::bigint as withdrawals,
      (select count(*) from account where code = 'prize_due')::bigint as prizes,
      (select count(*) from rail_transfer where credited is not null)::bigint as transfers,
      (select count(*) from bill_link)::bigint as links,
      (select count(*) from bill_day)::bigint as link_days`.execute(db)
  if (!counted) throw new Error('an aggregate without a row')
  const {
    accounts,
    assets,
    machines,
    lines,
    incomes,
    days,
    units,
    currencies,
    reversals,
    deposits,
    withdrawals,
    prizes,
    transfers,
    links,
    linkDays,
  } = counted
  const looked: Record<CheckName, number> = {
    'balance equals transfers': accounts,
    'floor holds': accounts,
    'asset sums to zero': assets,
    'income within revenue': machines,
    'units can be paid': machines,
    'revenue was booked': machines,
    'revenue is in its days': machines,
    'line was posted': lines,
    'income has its line': incomes,
    'income is in its days': days,
    'unit is paid its share': units,
    'claims within assets': currencies,
    'claims are confirmed': confirmed,
    'taken back once': reversals,
    'deposit is kept': deposits,
    'withdrawal is kept': withdrawals,
    'prize is kept': prizes,
    'transfer was credited': transfers,
    'bill chain holds': links,
    'bills are in their days': linkDays,
  }
  return checkNames.map((check) => ({
    check,
    looked: looked[check],
    wrong: findings.filter((it) => it.check === check).length,
  }))
}
