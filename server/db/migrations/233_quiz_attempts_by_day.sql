-- The hourly sweep looks for attempts of 180 days ago: it read the key of all of them, which begins with the member.
create index quiz_attempt_day on quiz_attempt (day);
