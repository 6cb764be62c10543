-- A subscription lies where its device's address says; its member and the pushes to it lie elsewhere
-- (docs/scale.md, "On several machines: what is missing"). Who subscribes locks their member, so that a
-- deletion of the account finds the subscription. Who deletes a subscription deletes the pushes that wait for
-- it. One that is made at that moment is over when it is due, as is every push whose device is no longer its
-- member's.
lock table push_job, push_subscription in access exclusive mode;
alter table push_job drop constraint push_job_endpoint_fkey;
alter table push_subscription drop constraint push_subscription_member_id_fkey;
