-- An address lies where its value says, and its member elsewhere
-- (docs/scale.md, "On several machines: what is missing"). The reference that goes refused members who don't
-- exist, and none is ever deleted. Whoever gives a member an address opens a top-up at it in the same
-- transaction, which has a reference to the member and locks it as this one did.
alter table deposit_address drop constraint deposit_address_member_id_fkey;
