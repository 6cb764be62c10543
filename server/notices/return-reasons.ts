import type { Language } from '#protocol/languages.ts'

/**
 * The usual reasons for which an operator returns a withdrawal, by name: their members read them in their own language
 * (specification 4). Any other reason is a text of the operator's, shown as it was written.
 */
export const returnReasons = ['bank-closed', 'bank-refused', 'card-closed', 'name-differs', 'above-limit'] as const
/** Those for which an operator returns what was booked as arrived. */
export const arrivedReturnReasons = ['not-arrived', 'sent-back'] as const
const known = [...returnReasons, ...arrivedReturnReasons]
type ReturnReason = (typeof known)[number]

const words: Record<Language, Record<ReturnReason, string>> = {
  en: {
    'bank-closed': 'The bank was closed that day and sent it back. Your card is fine: withdraw again.',
    'bank-refused': "The bank didn't accept it. Ask your bank why, or use another card.",
    'card-closed': 'The bank says that this card or its account is closed. Use another card.',
    'name-differs': "The name at the bank isn't the one on this card. Use a card in your own name.",
    'above-limit': 'It is more than your bank accepts at once. Withdraw a smaller amount.',
    'not-arrived': 'It was marked as arrived by mistake: it never reached your card.',
    'sent-back': 'Your bank sent it back after it had arrived. Ask your bank why, or use another card.',
  },
  id: {
    'bank-closed': 'Bank tutup pada hari itu dan mengirimnya kembali. Kartu Anda tidak bermasalah: silakan tarik lagi.',
    'bank-refused': 'Bank tidak menerimanya. Tanyakan alasannya kepada bank Anda, atau pakai kartu lain.',
    'card-closed': 'Menurut bank, kartu ini atau rekeningnya sudah ditutup. Pakai kartu lain.',
    'name-differs': 'Nama di bank tidak sama dengan nama di kartu ini. Pakai kartu atas nama Anda sendiri.',
    'above-limit': 'Jumlahnya melebihi batas sekali terima di bank Anda. Tarik jumlah yang lebih kecil.',
    'not-arrived': 'Penarikan ini keliru ditandai sudah tiba: uangnya tidak pernah sampai ke kartu Anda.',
    'sent-back':
      'Bank Anda mengirimnya kembali setelah tiba. Tanyakan alasannya kepada bank Anda, atau pakai kartu lain.',
  },
  ms: {
    'bank-closed':
      'Bank tutup pada hari itu dan memulangkannya. Kad anda tiada masalah: sila buat pengeluaran sekali lagi.',
    'bank-refused': 'Bank tidak menerimanya. Tanya bank anda sebabnya, atau guna kad lain.',
    'card-closed': 'Menurut bank, kad ini atau akaunnya telah ditutup. Guna kad lain.',
    'name-differs': 'Nama di bank tidak sama dengan nama pada kad ini. Guna kad atas nama anda sendiri.',
    'above-limit': 'Jumlahnya melebihi had sekali terima di bank anda. Keluarkan jumlah yang lebih kecil.',
    'not-arrived': 'Pengeluaran ini tersilap ditandakan sudah tiba: wangnya tidak pernah sampai ke kad anda.',
    'sent-back': 'Bank anda memulangkannya selepas tiba. Tanya bank anda sebabnya, atau guna kad lain.',
  },
  vi: {
    'bank-closed': 'Ngân hàng nghỉ vào ngày đó và đã chuyển trả lại. Thẻ của bạn không có vấn đề gì: hãy rút lại.',
    'bank-refused': 'Ngân hàng không nhận khoản này. Hãy hỏi ngân hàng lý do, hoặc dùng thẻ khác.',
    'card-closed': 'Ngân hàng cho biết thẻ này hoặc tài khoản của thẻ đã đóng. Hãy dùng thẻ khác.',
    'name-differs': 'Tên ở ngân hàng khác với tên trên thẻ này. Hãy dùng thẻ đứng tên bạn.',
    'above-limit': 'Số tiền vượt mức ngân hàng của bạn nhận một lần. Hãy rút số tiền nhỏ hơn.',
    'not-arrived': 'Khoản này bị đánh dấu nhầm là đã đến: tiền chưa hề tới thẻ của bạn.',
    'sent-back': 'Ngân hàng của bạn đã chuyển trả lại sau khi tiền đến. Hãy hỏi ngân hàng lý do, hoặc dùng thẻ khác.',
  },
  th: {
    'bank-closed': 'วันนั้นธนาคารปิดทำการและส่งเงินกลับมา บัตรของคุณไม่มีปัญหา ถอนใหม่ได้เลย',
    'bank-refused': 'ธนาคารไม่รับรายการนี้ โปรดสอบถามเหตุผลจากธนาคารของคุณ หรือใช้บัตรอื่น',
    'card-closed': 'ธนาคารแจ้งว่าบัตรนี้หรือบัญชีของบัตรปิดแล้ว โปรดใช้บัตรอื่น',
    'name-differs': 'ชื่อที่ธนาคารไม่ตรงกับชื่อบนบัตรนี้ โปรดใช้บัตรที่เป็นชื่อของคุณเอง',
    'above-limit': 'จำนวนนี้เกินที่ธนาคารของคุณรับได้ในครั้งเดียว โปรดถอนจำนวนที่น้อยลง',
    'not-arrived': 'รายการนี้ถูกระบุผิดว่าเงินถึงแล้ว แต่เงินไม่เคยเข้าบัตรของคุณ',
    'sent-back': 'ธนาคารของคุณส่งเงินกลับมาหลังจากที่เงินถึงแล้ว โปรดสอบถามเหตุผลจากธนาคารของคุณ หรือใช้บัตรอื่น',
  },
  'zh-Hans': {
    'bank-closed': '当天银行休息，款项被退回。你的银行卡没有问题，可以再次提现。',
    'bank-refused': '银行没有接受这笔款项。请向银行询问原因，或使用另一张银行卡。',
    'card-closed': '银行表示这张银行卡或其账户已注销。请使用另一张银行卡。',
    'name-differs': '银行登记的姓名与这张银行卡上的不同。请使用你本人名下的银行卡。',
    'above-limit': '金额超过你的银行单次可接收的上限。请提现较小的金额。',
    'not-arrived': '这笔提现被误标为已到账：款项并未到达你的银行卡。',
    'sent-back': '款项到账后又被你的银行退回。请向银行询问原因，或使用另一张银行卡。',
  },
  ar: {
    'bank-closed': 'كان البنك مغلقًا في ذلك اليوم فأعاد المبلغ. لا مشكلة في بطاقتك: يمكنك السحب مرة أخرى.',
    'bank-refused': 'لم يقبل البنك المبلغ. اسأل بنكك عن السبب، أو استخدم بطاقة أخرى.',
    'card-closed': 'يقول البنك إن هذه البطاقة أو حسابها مغلق. استخدم بطاقة أخرى.',
    'name-differs': 'الاسم لدى البنك ليس الاسم الذي على هذه البطاقة. استخدم بطاقة باسمك.',
    'above-limit': 'المبلغ أكبر مما يقبله بنكك دفعة واحدة. اسحب مبلغًا أصغر.',
    'not-arrived': 'سُجّل وصوله خطأً: لم يصل المبلغ إلى بطاقتك.',
    'sent-back': 'أعاد بنكك المبلغ بعد وصوله. اسأل بنكك عن السبب، أو استخدم بطاقة أخرى.',
  },
}

/** What a member reads: the words of a named reason, or the operator's own text. */
export function returnReasonIn(language: Language, reason: string): string {
  const named = known.find((it) => it === reason)
  return named === undefined ? reason : words[language][named]
}
