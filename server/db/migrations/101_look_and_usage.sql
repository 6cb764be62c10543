-- Colours as the member chose them on any device, `{base, theme, hue, vivid}`; null until they choose.
alter table member add column look jsonb;

-- How often the app's pages were opened by those who agreed to be counted: a day, a page and a number, and nobody's name.
create table usage_count (
  day date not null,
  route text not null,
  count bigint not null check (count > 0),
  primary key (day, route)
);
