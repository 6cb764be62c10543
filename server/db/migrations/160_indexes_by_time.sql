-- Old positions and states are swept machine by machine. An index by time alone was also taken to find a machine's newest
-- position, where it was read to its end for a machine that has none.
drop index machine_position_at;
drop index machine_state_since;
