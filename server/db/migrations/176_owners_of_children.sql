-- Whose the rows of these tables are, so that they can lie with their members one day
-- (docs/scale.md, "On several machines: what is missing"). It is null in rows of before, and in those of a server of an
-- earlier build that still runs: a later migration fills them, and makes it part of the keys. Nothing reads it until then.
-- New columns that are null: no row is rewritten.
alter table access_token add column member_id uuid;
alter table refresh_token add column member_id uuid;
alter table withdrawal_step add column member_id uuid;
alter table income_reversal add column member_id uuid;
