-- The term in settlement periods: days, one for a term that is paid at its end, or hours (docs/ledger.md, "Settlement").
alter table product add column validity_periods int not null
  generated always as (case settlement_type when 0 then validity_days when 1 then 1 else validity_days * 24 end) stored;
