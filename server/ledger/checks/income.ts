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
      select target.id as account_id, amount, ref, case source.code when 'machine'
          then coalesce(machine.kind, 'no machine') else split_part(source.code, '_', 1) end as kind,
        case source.code when 'machine' then substring(ref from '/[0-9a-f-]{36}$')
          else '/' || target.id || '/' || split_part(source.code, '_', 1) end as ending
      from transfer
      join account source on source.id = transfer.debit_id
      join account target on target.id = transfer.credit_id and not ${isClearing('target.code')}
      left join machine on source.code = 'machine' and machine.id = source.owner_id
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
  return sql`select count(*) from transfer join account on account.id = credit_id and not ${isClearing('account.code')}
    where transfer.kind = 'income' and ${where}`
}
