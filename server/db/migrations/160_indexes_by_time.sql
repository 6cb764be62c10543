-- Old positions and states are looked for by their time alone. An ordered index by time was also taken to find a
-- machine's newest position, where it was read to its end for a machine that has none.
drop index machine_position_at;
drop index machine_state_since;
create index machine_position_at on machine_position using brin (at);
create index machine_state_since on machine_state using brin (since);
