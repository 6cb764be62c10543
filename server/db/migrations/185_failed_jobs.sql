-- When the last run of a job that failed began; null since it was done. Seldom jobs run again an hour later.
alter table job add column failed_at timestamptz(3);
