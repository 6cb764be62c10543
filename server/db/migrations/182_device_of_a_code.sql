-- A code is good only on the device that asked for it: empty where a client names none. Codes of before are asked for anew.
-- Each device has its own: what somebody asks for elsewhere neither voids a member's code nor keeps them waiting.
alter table verification_code add column device text not null default '',
  drop constraint verification_code_pkey, add primary key (phone, purpose, device);
