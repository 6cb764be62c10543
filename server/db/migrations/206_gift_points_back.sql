-- Gift points that go back with a cancelled order were not spent: they have a kind of their own from now on.
insert into transfer_rule (kind, debit_code, credit_code) values ('gift_return', 'gold', 'mint');
