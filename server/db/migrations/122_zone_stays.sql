-- Days of a member's bills and statistics are drawn in the zone that they registered with, and the rows of income_day and
-- machine_day are added up by it (docs/statistics.md). In another zone they would contradict the bills.
create function keep_zone() returns trigger language plpgsql as $$
begin
  if exists (select from unit where member_id = new.id) then
    raise exception 'a member who has units stays in their time zone (docs/statistics.md)'
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger member_stays before update of time_zone on member for each row
  when (old.time_zone is distinct from new.time_zone) execute function keep_zone();
