-- By what somebody proved who they are, and for which call. Null where nothing was proved, and on lines of before.
alter table security_event add column factor text, add column call text;
