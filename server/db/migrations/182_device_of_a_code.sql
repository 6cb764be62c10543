-- A code is good only on the device that asked for it: empty where a client names none. Codes of before are asked for anew.
alter table verification_code add column device text not null default '';
