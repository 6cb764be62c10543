import { readFileSync } from 'node:fs'

/** Puts back what migration 234 found: functions that post by the numbers of accounts. */
const postingsByNumber = `
drop function post_transfers(timestamptz, jsonb), write_postings(timestamptz, posting[]), net_debts(timestamptz, posting[]),
  refuse_posting(date, posting[], uuid, text, text), external_balance(bigint), lock_accounts(uuid[], text[], text[]);
drop type posting;
create type posting as (debit_id bigint, credit_id bigint, asset text, amount bigint, kind text, ref text, memo jsonb);
${functionOf('148_post_transfers.sql', 'net_debts')}
${functionOf('149_running_role.sql', 'lock_accounts')}
delete from migration where name = '234_postings_by_name.sql';`

/** Puts back what migration 242 found: what purchases and bookings change, in the machine's own row. */
export const totalsOnMachines = `
alter table machine drop constraint machine_units_kept,
  add units_sold integer not null default 0, add share_total bigint not null default 0,
  add owner_zones text[] not null default '{}', add unsold_paid bigint not null default 0, add unsold_through timestamptz;
update machine set units_sold = units_total - units_free, share_total = total.share_total, owner_zones = total.owner_zones,
  unsold_paid = total.unsold_paid, unsold_through = total.unsold_through
from machine_total total where machine_id = id;
alter table machine add constraint machine_check check (units_sold >= 0 and units_sold <= units_total),
  add constraint machine_units_kept check (units_kept >= 0 and units_kept <= units_sold);
drop function lock_machines(uuid[]), lock_machine_of_draft(uuid, uuid), add_to_machines(uuid[], int[], bigint[]);
drop table machine_total;
delete from migration where name = '242_machine_totals.sql';`

/** Puts back what migration 232 found: accounts and transfers by their number alone, and a house without an id. */
export const accountsByNumber = `
${totalsOnMachines}
${postingsByNumber}
alter table account disable trigger user;
drop index account_id;
alter table account drop constraint account_pkey, alter owner_id drop not null, add primary key (id);
update account set owner_id = null where owner_id = house();
alter table account add unique nulls not distinct (owner_id, code, asset);
alter table account enable trigger user;
alter table kept_total drop owner_id, add primary key (account_id, kind);
alter table transfer drop owner_id, add primary key (day, id), add unique (day, kind, ref);
drop function house(), transfer_owner(uuid, text, uuid);
delete from migration where name in ('232_owners_of_transfers.sql', '235_settlement_by_owner.sql');`

/** Puts back what migration 231 found: units by their id alone, and lines that name an account. */
export const linesOfAccounts = `
alter table claim drop constraint claim_unit_id_fkey;
alter table income_reversal drop constraint income_reversal_unit_id_fkey;
alter table unit drop constraint unit_pkey, add primary key (id);
alter table claim add constraint claim_unit_id_fkey foreign key (unit_id) references unit;
alter table income_reversal add constraint income_reversal_unit_id_fkey foreign key (unit_id) references unit;
drop index income_reversal_unit;
create index income_reversal_unit on income_reversal (unit_id);
alter table bill_link drop constraint bill_link_account_id_transfer_id_key,
  add constraint bill_link_account_id_transfer_id_key unique (account_id, transfer_id);
alter table settlement_line add account_id bigint;
update settlement_line set account_id = pending_account_id from unit where unit.id = unit_id;
alter table settlement_line alter account_id set not null, drop member_id, add primary key (account_id, unit_id, period);
create index settlement_line_unclaimed on settlement_line (account_id, unit_id) where claimed_at is null;
${functionOf('172_clearing.sql', 'pay_units')}
delete from migration where name = '231_units_by_member.sql';`

/** The statement of a migration that makes a function. */
export function functionOf(file: string, name: string): string {
  const text = readFileSync(`server/db/migrations/${file}`, 'utf8')
  const found = new RegExp(`create function ${name}[^]+?end \\$\\$;`).exec(text)
  if (!found) throw new Error(`${file} doesn't make ${name}`)
  return found[0]
}
