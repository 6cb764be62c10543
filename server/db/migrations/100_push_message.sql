-- The picture of a message's push, an address of this origin; null for the app's own.
alter table message add column logo_url text check (logo_url ~ '^/[^/]');
