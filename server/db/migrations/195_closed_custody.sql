-- A custody account that holds nothing any more, or was named by mistake, is closed: it no longer holds back the day up
-- to which statements confirm the books. Null for one that is open.
alter table custody add column closed_at timestamptz(3);
