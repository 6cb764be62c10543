-- A push subscription lies with its member, so that telling a member asks one node (docs/scale.md). Whose a device's
-- address is, is found by the address: it is one member's at a time, and who subscribes locks its row first.
lock table push_subscription in access exclusive mode;
create table push_endpoint (endpoint text not null, member_id uuid not null);
insert into push_endpoint (endpoint, member_id) select endpoint, member_id from push_subscription;
alter table push_endpoint add primary key (endpoint);
alter table push_subscription drop constraint push_subscription_pkey, add primary key (member_id, endpoint);
drop index push_subscription_member;
