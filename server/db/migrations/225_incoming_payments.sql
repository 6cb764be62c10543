-- A payment from outside is credited or held once for ever by (source, external_id), whoever's it is. A key of
-- top-ups that is unique over all members can't lie with their rows on several machines
-- (docs/scale.md, "On several machines: what is missing"), so that payments stand here by their id, each with
-- whose it is. The statement that adds a top-up or a held payment adds this row as well, and none is ever
-- changed or deleted, as neither are those. It has no reference to its member: the key of its top-up or held
-- payment has one.
lock table held_top_up, top_up in access exclusive mode;
create table incoming_payment (
  source text not null,
  external_id text not null,
  member_id uuid not null,
  primary key (source, external_id)
);
-- Two servers with different `top_up_review` settings could credit a payment and hold it as well: it needs no decision any more.
update held_top_up set state = 'approved', decided_by = 'migration 225', decided_at = now()
where state = 'waiting' and (member_id, source, external_id) in (select member_id, source, external_id from top_up);
-- A payment that was held and then approved is in both.
insert into incoming_payment (source, external_id, member_id)
select source, external_id, member_id from top_up
union all select source, external_id, member_id from held_top_up
on conflict do nothing;
-- Whoever has found the member finds the payment, and what was held is credited once.
alter table top_up drop constraint top_up_source_external_id_key, add unique (member_id, source, external_id);
alter table held_top_up drop constraint held_top_up_source_external_id_key, add unique (member_id, source, external_id);
