import { sql, type RawBuilder } from 'kysely'
import { isClearing } from '../clearing.ts'

/**
 * SQL of rows `account_id, period, kind, amount`: what members' accounts were paid as income by the transfers that
 * `where` picks, by period and kind of machine. Before migration 172 a machine paid each unit by a transfer of its own;
 * since then a clearing account pays an account at once. A reference that isn't the transfer's stands in the period's
 * place, so that no line agrees with it.
 */
export function paidIncome(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select account_id, case when right(ref, length(ending)) = ending then left(ref, -length(ending)) else ref end as period,
      kind, sum(amount)::bigint as amount
    from (
      select target.id as account_id, amount, ref, case when clearing.id is null
          then coalesce((select machine.kind from machine where machine.account_id = transfer.debit_id), 'no machine') else split_part(clearing.code, '_', 1) end as kind,
        case when clearing.id is null then substring(ref from '/[0-9a-f-]{36}$')
          else '/' || target.id || '/' || split_part(clearing.code, '_', 1) end as ending
      from ${toMembers}
      left join (
        select id, code from account where owner_id = house() and ${isClearing('code')}
      ) clearing on clearing.id = transfer.debit_id
      where transfer.kind = 'income' and ${where}
    ) paid group by 1, 2, 3)`
}

/**
 * SQL of the findings of rows `account_id, period, kind, lines, paid`, where what lines say differs from what was paid.
 */
export function differences(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select case when lines > paid then 'line was posted' else 'income has its line' end,
      period || '/' || account_id || '/' || kind, lines, paid
    from (${rows}) compared where lines <> paid`
}

/** SQL of how many transfers `paidIncome` reads. */
export function countOfIncome(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select count(*) from ${toMembers} where transfer.kind = 'income' and ${where}`
}

/** What goes to a member is theirs; what a machine gives to a clearing account is the machine's. */
const toMembers = sql`transfer join account target on target.owner_id = transfer.owner_id
  and target.id = transfer.credit_id and not ${isClearing('target.code')}`
