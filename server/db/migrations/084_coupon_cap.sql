-- The most a discount takes off, in minor units; null is no limit.
alter table coupon add column saves_at_most bigint check (saves_at_most > 0);
