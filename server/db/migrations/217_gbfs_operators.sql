-- Whose machines a GBFS feed may speak of, and what it said last: a feed whose own time stands still is dated by when its
-- content was seen to change (docs/positions.md).
alter table gbfs_feed add column operator_id text references operator, add column digest text;
-- Of several operators nobody here knows whose it is: `gbfs list` says so until it is added again.
update gbfs_feed set operator_id = (select min(id) from operator) where (select count(*) from operator) = 1;
