-- Rows that are updated over and over find room on their own page, and none of their indexes has to be touched.
alter table unit set (fillfactor = 75);
alter table machine set (fillfactor = 50);
alter table settlement_line set (fillfactor = 85);
