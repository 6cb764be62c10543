-- Pictures of products, drawn anew by this server. The digest of the bytes is the address, as an avatar's: what browsers
-- keep under one address never changes. A picture without a product stays for a while, for devices that still show it.
create table product_picture (
  digest text primary key,
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  unused_since timestamptz(3)
);
alter table product add column picture text references product_picture;
create index product_of_picture on product (picture) where picture is not null;
