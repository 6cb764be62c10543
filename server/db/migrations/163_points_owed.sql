-- What of the points of cancelled orders was spent and so couldn't be taken back: the next orders bring that much less.
-- An order keeps what it brought less, because cancelled it leaves that much owed again.
alter table member add column gift_points_owed bigint not null default 0 check (gift_points_owed >= 0);
alter table purchase add column gift_points_netted bigint not null default 0 check (gift_points_netted >= 0);
