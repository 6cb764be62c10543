-- Members stay in the time zone that they registered with: the role that the server runs as may not set it any more
-- (server/db/running-role.ts), and no code does, so that the trigger that kept those with units from moving isn't needed.
drop trigger member_stays on member;
drop function keep_zone();
