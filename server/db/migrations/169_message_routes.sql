-- Messages about money that was held or taken back led to a page that never was, those about a withdrawal to the form of
-- a new one.
update message set route = '/pages/my/historyList?wallet=' || case
    when kind = 'money_taken_back' and exists (select from reversal where id::text = message.ref and revenue_id is not null)
    then 'income' else 'recharge' end
  where route = '/pages/my/walletDetail';
update message set route = route || '?id=' || ref where route = '/subPages/withdraw/index';
