-- One phone brings one reward, whoever invites it and however often its account is deleted and made anew. The digest is
-- keyed by the card key, which isn't in the database, so it tells no phone. Null: from before this migration.
alter table invitation_reward add column phone_digest text;
create index invitation_reward_phone on invitation_reward (phone_digest);
