-- What jobs have to do is found without reading what they have nothing to do with.

-- Who may have reached a level by a top-up or by their team.
create index top_up_credited on top_up (credited_at);
create index member_joined on member (joined_at);

-- Contracts whose term ends, by the day as it stands in them: ISO days sort as they follow each other.
create index contract_term on contract ((terms->>'endsOn') collate "C") where state = 'approved' and ended_on is null;

-- When the next year of a card's fee begins. Cards of before, and of a type that had no fee, are due at once.
alter table bank_card add column next_fee_at timestamptz(3) not null default 'epoch';
create index bank_card_fee on bank_card (type_code, next_fee_at) where removed_at is null and disabled_at is null;
-- Numbers of removed cards, which are forgotten after a while.
create index bank_card_number_left on bank_card (removed_at) where number_sealed is not null and removed_at is not null;

-- When a sweep found that a draft was paid: it stays, and isn't looked at again. Drafts of before are marked by the first
-- sweep, in batches.
alter table order_draft add column swept_at timestamptz(3);
create index order_draft_unswept on order_draft (expires_at) where swept_at is null;
