-- The centre of a city, so that a map can show what is near it.
alter table region
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint region_position_whole check ((latitude is null) = (longitude is null));
