-- What a penalty has grown by beyond its whole minor units, in ten-thousandths of one: days that are counted one by one
-- come to as much as days that are counted at once.
alter table card_bill add column penalty_fraction int not null default 0 check (penalty_fraction between 0 and 9999);
