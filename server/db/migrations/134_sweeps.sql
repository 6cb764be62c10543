-- What members really did lately, on Home.
create index transfer_claimed on transfer (at desc) where kind = 'income_claim';

-- What the sweep deletes is found without reading what it keeps.
create index message_at on message (at);
create index session_seen on session (seen_at);
