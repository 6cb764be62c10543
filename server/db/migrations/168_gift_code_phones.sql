-- One phone redeems a code once, however often its account is deleted and made anew. The digest is keyed by the card key,
-- as that of an invited phone (162_rewards_by_phone.sql). Null: from before this migration.
alter table gift_code_use add column phone_digest text;
create index gift_code_use_phone on gift_code_use (code, phone_digest);
