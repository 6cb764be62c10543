-- A replay is the first answer, byte for byte: jsonb would put its names in another order.
alter table idem alter column response type json using response::json;
