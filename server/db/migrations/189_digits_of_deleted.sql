-- The last four digits of a card go with its member's account, as its holder and number did before.
update bank_card set last_four = null
from member where member.id = bank_card.member_id and member.deleted_at is not null and last_four is not null;
