-- What a member is shown of their signed-in devices: the browser by name, and when it last fetched a token.
alter table session add column browser text, add column platform text, add column seen_at timestamptz;
update session set seen_at = greatest(session.created_at,
  (select max(used_at) from refresh_token where session_id = session.id));
alter table session alter column seen_at set not null;

-- Signing out a device ends its pushes. Unknown until the device sends its subscription again, at its next start.
alter table push_subscription add column device text;
