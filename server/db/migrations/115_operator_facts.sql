-- What an operator says of itself: the licence it works under, and where to reach it. Null where it says neither.
alter table operator add column licence text;
alter table operator add column contact text;
