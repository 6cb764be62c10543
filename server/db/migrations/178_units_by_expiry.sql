-- Whether a unit has expired is asked each minute, and was answered by reading all units where none had.
create index unit_expiry on unit (expires_at) where status = 'active' or is_owed;
