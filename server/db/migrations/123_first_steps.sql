-- The member has put away the list of first steps; it stays away on every device of theirs.
alter table member add column first_steps_dismissed boolean not null default false;
