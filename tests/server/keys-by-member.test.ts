import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { rotate, sessionOfRefresh, startSession, whoIs } from '#server/http/session.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { accountsByNumber, linesOfAccounts } from '#tests/support/earlier-keys.ts'
import { openDemo } from '#tests/support/demo-database.ts'

/** Puts back the keys and references of before migrations 173 to 177: see there. 227 drops some of what they make. */
const before = `
${accountsByNumber}
${linesOfAccounts}
alter table withdrawal_step drop constraint withdrawal_step_withdrawal_id_fkey;
alter table unit drop constraint unit_purchase_id_fkey;
alter table card_repayment drop constraint card_repayment_bill_id_fkey;
alter table card_bill drop constraint card_bill_card_id_fkey;
alter table purchase drop constraint purchase_draft_id_fkey;
alter table draw drop constraint draw_seed_id_fkey;
alter table push_fan_out drop constraint push_fan_out_message_id_fkey;
alter table push_job drop constraint push_job_message_id_fkey;
do $$ declare name text; begin
  foreach name in array array['agreement', 'claim', 'contract_bill', 'coupon', 'held_top_up', 'pool_share', 'time_deposit',
    'passkey', 'points_order', 'invitation_reward', 'bank_card', 'card_bill', 'card_repayment', 'order_draft', 'draw_seed',
    'draw', 'message', 'top_up', 'push_job', 'awaited_top_up', 'session', 'withdrawal', 'purchase']
  loop
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I primary key (id)', name, name || '_pkey');
  end loop;
end $$;
create index passkey_member on passkey (member_id);
drop index points_order_id;
alter table invitation_reward drop constraint invitation_reward_invited_id_key,
  add constraint invitation_reward_invited_id_key unique (invited_id),
  add constraint invitation_reward_invited_id_fkey foreign key (invited_id) references member;
alter table member add constraint member_invited_by_fkey foreign key (invited_by) references member;
alter table avatar add constraint avatar_id_key unique (id);
alter table gift_code_use add constraint gift_code_use_id_key unique (id);
drop index bank_card_id;
create index card_bill_member on card_bill (member_id);
alter table card_bill add constraint card_bill_card_id_fkey foreign key (card_id) references bank_card;
alter table card_repayment add constraint card_repayment_bill_id_fkey foreign key (bill_id) references card_bill;
alter table purchase drop constraint purchase_draft_id_key, add constraint purchase_draft_id_key unique (draft_id),
  add constraint purchase_draft_id_fkey foreign key (draft_id) references order_draft;
alter table draw_seed drop constraint draw_seed_hash_key, add constraint draw_seed_hash_key unique (hash);
create index draw_seed_member on draw_seed (member_id);
alter table draw drop constraint draw_number_key, drop constraint draw_seed_id_nonce_key,
  add constraint draw_number_key unique (number), add constraint draw_seed_id_nonce_key unique (seed_id, nonce),
  add constraint draw_seed_id_fkey foreign key (seed_id) references draw_seed;
create index draw_member on draw (member_id, number desc);
alter table push_fan_out add constraint push_fan_out_message_id_fkey
  foreign key (message_id) references message on delete cascade;
alter table push_job add constraint push_job_message_id_fkey foreign key (message_id) references message;
alter table unit add constraint unit_machine_account_id_fkey foreign key (machine_account_id) references account,
  add constraint unit_pending_account_id_fkey foreign key (pending_account_id) references account;
alter table machine add constraint machine_account_id_fkey foreign key (account_id) references account;
alter table reversal add constraint reversal_top_up_id_fkey foreign key (top_up_id) references top_up;
drop index top_up_id;
alter table rail_transfer add constraint rail_transfer_awaited_id_fkey foreign key (awaited_id) references awaited_top_up;
alter table awaited_top_up add constraint awaited_top_up_address_fkey foreign key (address) references deposit_address;
alter table pool_share drop constraint pool_share_round_place_key, drop constraint pool_share_round_ticket_key,
  add constraint pool_share_round_place_key unique (round, place),
  add constraint pool_share_round_ticket_key unique (round, ticket);
drop index pool_share_round;
alter table push_job add constraint push_job_held_by_fkey foreign key (held_by) references push_job on delete set null;
drop index session_id, purchase_id, withdrawal_step_withdrawal, push_job_endpoint;
alter table access_token drop column member_id,
  add constraint access_token_session_id_fkey foreign key (session_id) references session on delete cascade;
alter table refresh_token drop column member_id,
  add constraint refresh_token_session_id_fkey foreign key (session_id) references session on delete cascade;
drop index withdrawal_id;
alter table withdrawal_step drop column member_id, add primary key (withdrawal_id, state),
  add constraint withdrawal_step_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal;
alter table income_reversal drop column member_id, add primary key (reversal_id, unit_id);
alter table unit add constraint unit_purchase_id_fkey foreign key (purchase_id) references purchase;
alter table card_bill drop constraint card_bill_card_id_kind_ref_key,
  add constraint card_bill_card_id_kind_ref_key unique (card_id, kind, ref);
alter table push_fan_out drop constraint push_fan_out_pkey, add primary key (message_id);
alter table push_job drop constraint push_job_message_endpoint,
  add constraint push_job_message_endpoint unique (message_id, endpoint);
delete from migration where name ~ '^(17[3-7]|227)_'`

/** Those of them that the demonstration has rows in. */
const filled = [
  'agreement',
  'awaitedTopUp',
  'bankCard',
  'cardBill',
  'claim',
  'contractBill',
  'coupon',
  'draw',
  'drawSeed',
  'invitationReward',
  'message',
  'orderDraft',
  'pointsOrder',
  'purchase',
  'session',
  'timeDeposit',
  'topUp',
  'unit',
  'withdrawal',
] as const

describe.each(databases)('on $name', ({ kind }) => {
  // A database is distributed after all migrations; its keys begin with the member.
  test.skipIf(isOnCitus)('members that were there before get keys by member, and lose no row', async () => {
    const database = await openDemo(kind)
    try {
      const { id } = await database.kysely.selectFrom('member').select('id').limit(1).executeTakeFirstOrThrow()
      const { accessToken, refreshToken } = await startSession(database.kysely, id, undefined, systemClock)
      await sql`
        with taken as (
          insert into reversal (id, reference, revenue_id, machine_id, amount, share, reason, at)
          select gen_random_uuid(), 'test', id, machine_id, 1, 1, 'test', now() from revenue limit 1 returning id
        )
        insert into income_reversal (reversal_id, unit_id, member_id, amount)
        select taken.id, unit.id, unit.member_id, 1 from taken, unit limit 1`.execute(database.kysely)
      const [schema, rows, owners] = [await schemaOf(database), await rowsOf(database), await ownersOf(database)]
      expect(rows.filter((it) => it.length === 0)).toEqual([])
      expect([...new Set(owners.map((it) => it.of))]).toEqual(['income_reversal', 'withdrawal_step'])
      await asOwner(database, (db) => sql.raw(before).execute(db))
      expect((await pendingMigrations(database)).filter((it) => /^17[3-7]_/.test(it))).toHaveLength(5)
      expect(await schemaOf(database)).not.toEqual(schema)
      await migrate(database)
      expect(await schemaOf(database)).toEqual(schema)
      expect(await rowsOf(database)).toEqual(rows)
      expect(await ownersOf(database)).toEqual(owners)
      // Who is signed in stays so, though the tokens don't say whose they are.
      expect(await whoIs(database.kysely, { accessToken, key: null }, systemClock)).toMatchObject({ memberId: id })
      expect(await rotate(database.kysely, refreshToken, systemClock)).toMatchObject({ memberId: id })
      expect(await sessionOfRefresh(database.kysely, refreshToken)).toMatchObject({ memberId: id })
    } finally {
      await database.close()
    }
  })
})

test('tokens and steps of withdrawals say whose they are', async () => {
  const database = await openDemo('pglite')
  const { kysely: db } = database
  try {
    const { id } = await db.selectFrom('member').select('id').limit(1).executeTakeFirstOrThrow()
    await startSession(db, id, undefined, systemClock)
    const owners = await Promise.all([
      db.selectFrom('accessToken').select('memberId').distinct().execute(),
      db.selectFrom('refreshToken').select('memberId').distinct().execute(),
    ])
    expect(owners).toEqual([[{ memberId: id }], [{ memberId: id }]])
    const steps = await db
      .selectFrom('withdrawalStep')
      .innerJoin('withdrawal', 'withdrawal.id', 'withdrawalId')
      .select(['withdrawalStep.memberId as of', 'withdrawal.memberId as is'])
      .execute()
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter((it) => it.of !== it.is)).toEqual([])
  } finally {
    await database.close()
  }
})

/** Every key, index and reference, and each column that is never empty. */
async function schemaOf({ kysely }: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select indexdef as it from pg_indexes where schemaname = current_schema()
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'f')
    union all select attrelid::regclass || ' ' || attname || ' not null' from pg_attribute
      join pg_class on pg_class.oid = attrelid and relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      where attnotnull and attnum > 0
    order by 1`.execute(kysely)
  return rows
}

/** Whose steps of withdrawals and income that was taken back are: migration 177 fills that in. */
async function ownersOf({ kysely }: Database): Promise<{ of: string; id: string; owner: string }[]> {
  const { rows } = await sql<{ of: string; id: string; owner: string }>`
    select 'withdrawal_step' as of, withdrawal_id || state as id, member_id as owner from withdrawal_step
    union all select 'income_reversal', reversal_id::text || unit_id, member_id from income_reversal
    order by 1, 2`.execute(kysely)
  return rows
}

async function rowsOf({ kysely }: Database): Promise<string[][]> {
  const ids = filled.map((table) => kysely.selectFrom(table).select('id').orderBy('id').execute())
  return (await Promise.all(ids)).map((rows) => rows.map((it) => it.id))
}
