-- No trigger writes any more: what follows from a draw or from other quiet hours is written by whoever writes those
-- (docs/scale.md). No statement changes the zone of a member, so that nothing has to follow from it.
drop trigger draw_tallied on draw;
drop function pool_tally_add();
drop trigger quiet_hours_changed on quiet_hours;
drop trigger member_moved on member;
drop function look_at_held_pushes();
