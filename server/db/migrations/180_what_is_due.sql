-- What jobs have to do is found without reading what they have nothing to do with.

-- Who may have reached a level by a top-up or by their team.
create index top_up_credited on top_up (credited_at);
create index member_joined on member (joined_at);

-- When a sweep found that a draft was paid: it stays, and isn't looked at again. Drafts of before are marked by the first
-- sweep, in batches.
alter table order_draft add column swept_at timestamptz(3);
create index order_draft_unswept on order_draft (expires_at) where swept_at is null;
