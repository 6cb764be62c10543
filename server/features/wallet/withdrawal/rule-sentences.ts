import type { Language } from '#protocol/languages.ts'
import { intlLocaleOf } from '#protocol/languages.ts'
import { amountIn } from '../../../http/messages/written.ts'
import { pluralIn } from '../../../plural.ts'
import type { Terms } from './withdrawal-terms.ts'

/** What the rule is made of, already written as the language writes it. */
interface Figures {
  minimum: string
  maximum: string
  daily: string
  fee: string
  feeMinimum: string
  discount: string | null
  tax: string | null
  /** Null where the operator promises no time. */
  hours: string | null
}

const [arabic, english] = [pluralIn('ar'), pluralIn('en')]

const words: Record<Language, (f: Figures) => (string | null)[]> = {
  en: (f) => [
    'You withdraw from your income wallet to one of your bank cards, also while its annual fee is unpaid.',
    `From ${f.minimum} to ${f.maximum} at a time, and up to ${f.daily} a day.`,
    `The fee is ${f.fee} of the amount, at least ${f.feeMinimum}. You see the fee and what you receive before you confirm.`,
    f.discount && `Your level takes ${f.discount} off the fee.`,
    f.tax && `A tax of ${f.tax} of the amount is withheld.`,
    'The amount leaves your wallet when you request the withdrawal. If it is returned, you get all of it back, including the fee.',
    f.hours && `It usually arrives within ${english(f.hours, { one: 'one hour', other: `${f.hours} hours` })}.`,
    "You don't have to buy anything, invite anyone or pay anything first.",
  ],
  id: (f) => [
    'Penarikan dilakukan dari dompet penghasilan ke salah satu kartu bank Anda, juga selama biaya tahunannya belum dibayar.',
    `Dari ${f.minimum} sampai ${f.maximum} sekali tarik, dan paling banyak ${f.daily} sehari.`,
    `Biayanya ${f.fee} dari jumlah penarikan, paling sedikit ${f.feeMinimum}. Biaya dan jumlah yang tiba terlihat sebelum Anda mengonfirmasi.`,
    f.discount && `Level Anda memotong biaya sebesar ${f.discount}.`,
    f.tax && `Pajak sebesar ${f.tax} dari jumlah penarikan dipotong.`,
    'Jumlahnya keluar dari dompet saat Anda mengajukan penarikan. Jika dikembalikan, semuanya kembali, termasuk biayanya.',
    f.hours && `Biasanya tiba dalam ${f.hours} jam.`,
    'Anda tidak perlu membeli apa pun, mengundang siapa pun, atau membayar apa pun dulu.',
  ],
  ms: (f) => [
    'Pengeluaran dibuat dari dompet pendapatan ke salah satu kad bank anda, juga semasa fi tahunannya belum dibayar.',
    `Dari ${f.minimum} hingga ${f.maximum} setiap kali, dan paling banyak ${f.daily} sehari.`,
    `Fi ialah ${f.fee} daripada jumlah pengeluaran, sekurang-kurangnya ${f.feeMinimum}. Fi dan jumlah yang tiba ditunjukkan sebelum anda mengesahkan.`,
    f.discount && `Tahap anda mengurangkan fi sebanyak ${f.discount}.`,
    f.tax && `Cukai sebanyak ${f.tax} daripada jumlah pengeluaran ditahan.`,
    'Jumlah itu keluar dari dompet apabila anda memohon. Jika dikembalikan, semuanya kembali, termasuk fi.',
    f.hours && `Biasanya tiba dalam ${f.hours} jam.`,
    'Anda tidak perlu membeli apa-apa, menjemput sesiapa atau membayar apa-apa dahulu.',
  ],
  vi: (f) => [
    'Tiền được rút từ ví thu nhập về một thẻ ngân hàng của bạn, kể cả khi phí thường niên của thẻ chưa trả.',
    `Mỗi lần từ ${f.minimum} đến ${f.maximum}, tối đa ${f.daily} mỗi ngày.`,
    `Phí là ${f.fee} số tiền rút, ít nhất ${f.feeMinimum}. Bạn thấy phí và số tiền thực nhận trước khi xác nhận.`,
    f.discount && `Cấp của bạn được giảm ${f.discount} phí.`,
    f.tax && `Thuế ${f.tax} số tiền rút được khấu trừ.`,
    'Số tiền rời ví khi bạn yêu cầu rút. Nếu bị hoàn lại, bạn nhận lại toàn bộ, kể cả phí.',
    f.hours && `Thường đến trong vòng ${f.hours} giờ.`,
    'Bạn không phải mua gì, mời ai hay trả trước khoản nào.',
  ],
  th: (f) => [
    'คุณถอนเงินจากกระเป๋ารายได้ไปยังบัตรธนาคารใบหนึ่งของคุณได้ แม้ยังไม่ได้ชำระค่าธรรมเนียมรายปีของบัตร',
    `ครั้งละ ${f.minimum} ถึง ${f.maximum} และไม่เกิน ${f.daily} ต่อวัน`,
    `ค่าธรรมเนียม ${f.fee} ของจำนวนเงิน ขั้นต่ำ ${f.feeMinimum} คุณจะเห็นค่าธรรมเนียมและยอดที่ได้รับจริงก่อนยืนยัน`,
    f.discount && `ระดับของคุณลดค่าธรรมเนียม ${f.discount}`,
    f.tax && `หักภาษี ณ ที่จ่าย ${f.tax} ของจำนวนเงิน`,
    'เงินออกจากกระเป๋าเมื่อคุณส่งคำขอ หากถูกส่งคืน คุณจะได้คืนทั้งหมดรวมทั้งค่าธรรมเนียม',
    f.hours && `โดยปกติเงินถึงภายใน ${f.hours} ชั่วโมง`,
    'ไม่ต้องซื้ออะไร ชวนใคร หรือจ่ายอะไรล่วงหน้าเพื่อถอนเงิน',
  ],
  'zh-Hans': (f) => [
    '提现从你的收益钱包转到你的一张银行卡，卡的年费未缴时也可以。',
    `每次 ${f.minimum} 至 ${f.maximum}，每天最多 ${f.daily}。`,
    `手续费为金额的 ${f.fee}，最低 ${f.feeMinimum}。确认之前会显示手续费和实际到账金额。`,
    f.discount && `你的等级可减免 ${f.discount} 的手续费。`,
    f.tax && `按金额的 ${f.tax} 代扣税款。`,
    '申请提现时，金额即从钱包扣除。如被退回，连同手续费全额退还给你。',
    f.hours && `通常在 ${f.hours} 小时内到账。`,
    '你不需要先购买任何东西、邀请任何人或支付任何款项。',
  ],
  ar: (f) => [
    'يُسحب المال من محفظة الدخل إلى إحدى بطاقاتك البنكية، حتى وإن لم يُدفع رسمها السنوي.',
    `من ${f.minimum} إلى ${f.maximum} في المرة، و${f.daily} في اليوم على الأكثر.`,
    `الرسم ${f.fee} من المبلغ، ولا يقل عن ${f.feeMinimum}. ترى الرسم وما يصل فعلًا قبل التأكيد.`,
    f.discount && `مستواك يخفض الرسم بنسبة ${f.discount}.`,
    f.tax && `تُقتطع من المبلغ ضريبة قدرها ${f.tax}.`,
    'يخرج المبلغ من محفظتك عند الطلب، وإن أُعيد عاد كله ومعه الرسم.',
    f.hours &&
      `يصل عادة خلال ${arabic(f.hours, { one: 'ساعة واحدة', two: 'ساعتين', few: `${f.hours} ساعات`, other: `${f.hours} ساعة` })}.`,
    'لا يلزمك للسحب شراء شيء ولا دعوة أحد ولا دفع شيء مقدمًا.',
  ],
}

/** The rule of withdrawing, line by line, in a language. */
export function ruleIn(
  language: Language,
  { currency, minimum, maximum, daily, feeBp, feeMinimum, discountBp, taxBp, hoursToArrive }: Terms,
): string[] {
  const money = amountIn(language)
  const percent = new Intl.NumberFormat(intlLocaleOf(language), { style: 'percent', maximumFractionDigits: 2 })
  const write = (amount: number): string => money({ amount, currency })
  return words[language]({
    minimum: write(minimum),
    maximum: write(maximum),
    daily: write(daily),
    feeMinimum: write(feeMinimum),
    fee: percent.format(feeBp / 10_000),
    discount: discountBp > 0 ? percent.format(discountBp / 10_000) : null,
    tax: taxBp > 0 ? percent.format(taxBp / 10_000) : null,
    hours: hoursToArrive > 0 ? String(hoursToArrive) : null,
  }).filter((line) => line !== null)
}
