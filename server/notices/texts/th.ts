import type { Catalogue } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, dayIn } from '../../http/messages/written.ts'

const amount = amountIn('th')
const day = dayIn('th')

export const th: Catalogue = {
  topup_received: (p) => ({
    title: 'ได้รับเงินเติมแล้ว',
    line: `${amount(p)} เข้ากระเป๋าเติมเงินของคุณแล้ว`,
    push: 'เงินเข้ากระเป๋าเติมเงินของคุณแล้ว',
  }),
  money_taken_back: (p) => ({
    title: 'เรียกเงินคืนแล้ว',
    line:
      `เรียกคืน ${amount(p)} จากคุณ: ${p.reason}` +
      (p.owed === 0
        ? ''
        : ` คุณใช้เงินไปบางส่วนแล้ว จึงค้างชำระ ${amount({ ...p, amount: p.owed })} เงินที่เข้ากระเป๋านั้นครั้งต่อไปจะชำระส่วนนี้ก่อน`),
    push: 'เปิดกระเป๋าเงินเพื่อดูเหตุผล',
  }),
  order_paid: (p) => ({
    title: 'ชำระคำสั่งซื้อแล้ว',
    line: `${p.product} จำนวน ${p.quantity} หน่วยเป็นของคุณแล้ว และเริ่มสร้างรายได้นับจากนี้`,
  }),
  order_cancelled: (p) => ({
    title: 'ยกเลิกคำสั่งซื้อแล้ว',
    line: `${amount(p)} สำหรับ ${p.product} กลับเข้ากระเป๋าเดิมแล้ว`,
    push: 'เงินที่ชำระกลับเข้ากระเป๋าเดิมแล้ว',
  }),
  income_settled: (p) => ({
    title: 'สรุปยอดรายได้แล้ว',
    line: `เครื่องของคุณสร้างรายได้ ${amount(p)} เมื่อวันที่ ${day(p.day)} พร้อมให้รับแล้ว`,
    push: 'เครื่องของคุณสร้างรายได้แล้ว พร้อมให้รับ',
  }),
  points_order_shipped: (p) => ({ title: 'พัสดุกำลังเดินทาง', line: `จัดส่ง${localized('th', p.goods)}แล้ว` }),
  points_order_refunded: (p) => ({
    title: 'คืนแต้มแล้ว',
    line: `เหรียญทอง ${p.points} เหรียญของ${localized('th', p.goods)}กลับมาเป็นของคุณแล้ว`,
    push: 'เหรียญทองกลับมาเป็นของคุณแล้ว',
  }),
  machine_stopped: (p) => ({ title: 'เครื่องหยุดทำงาน', line: `${p.product} หยุดพักหรือขัดข้อง จะไม่มีรายได้จนกว่าจะกลับมาทำงาน` }),
  machine_running: (p) => ({ title: 'เครื่องกลับมาทำงานแล้ว', line: `${p.product} กลับมาทำงานและมีรายได้แล้ว` }),
  unit_expired: (p) => ({
    title: 'ครบกำหนดแล้ว',
    line: `${p.product} ของคุณจำนวน ${p.units} หน่วยครบกำหนดแล้ว สรุปยอดรายได้งวดสุดท้ายแล้ว`,
  }),
  deposit_matured: (p) => ({
    title: 'เงินฝากครบกำหนด',
    line: `${amount(p)} กลับเข้ากระเป๋าเดิมแล้ว และดอกเบี้ย ${amount({ amount: p.interest, currency: p.currency })} อยู่ในกระเป๋ารายได้ของคุณ`,
    push: 'เงินต้นและดอกเบี้ยอยู่ในกระเป๋าเงินของคุณแล้ว',
  }),
  withdrawal_requested: (p) => ({
    title: 'ส่งคำขอถอนเงินแล้ว',
    line: `กำลังตรวจสอบการถอน ${amount(p)} ไปยัง ${p.card}`,
    push: 'กำลังตรวจสอบคำขอของคุณ',
  }),
  withdrawal_approved: (p) => ({
    title: 'อนุมัติการถอนเงินแล้ว',
    line: `จะโอน ${amount(p)} ไปยัง ${p.card} เป็นลำดับถัดไป`,
    push: 'จะโอนเงินเป็นลำดับถัดไป',
  }),
  withdrawal_sent: (p) => ({
    title: 'โอนเงินที่ถอนแล้ว',
    line: `${amount(p)} กำลังไปยัง ${p.card}`,
    push: 'เงินกำลังไปยังบัตรของคุณ',
  }),
  withdrawal_arrived: (p) => ({
    title: 'เงินที่ถอนถึงบัตรแล้ว',
    line: `${amount(p)} ถึง ${p.card} แล้ว`,
    push: 'เงินถึงบัตรของคุณแล้ว',
  }),
  withdrawal_returned: (p) => ({
    title: 'คืนเงินที่ถอนแล้ว',
    line: `คืน ${amount(p)} เต็มจำนวนเข้ากระเป๋ารายได้ของคุณแล้ว: ${p.reason}`,
    push: 'คืนเต็มจำนวนเข้ากระเป๋ารายได้ของคุณแล้ว',
  }),
  contract_approved: () => ({
    title: 'อนุมัติสัญญาแล้ว',
    line: 'สัญญาของคุณผ่านการตรวจสอบและอนุมัติแล้ว ค่าจ้างรายสัปดาห์เริ่มสัปดาห์หน้า',
  }),
  contract_returned: (p) => ({
    title: 'สัญญาถูกส่งคืน',
    line: `ตรวจสอบสัญญาของคุณแล้วและส่งคืน: ${p.remark}`,
    push: 'ตรวจสอบสัญญาของคุณแล้วและส่งคืน',
  }),
  pool_won: (p) => ({
    title: 'ส่วนแบ่งจากกองรางวัล',
    line: `${p.points} เหรียญทองของรอบ ${p.round} รอคุณอยู่`,
    push: 'ส่วนแบ่งจากกองรางวัลรอคุณอยู่',
  }),
  pay_ready: (p) => ({
    title: 'ค่าจ้างพร้อมรับ',
    line: `ค่าจ้าง ${amount(p)} ของคุณพร้อมให้รับแล้ว`,
    push: 'ค่าจ้างของคุณพร้อมให้รับแล้ว',
  }),
  phone_changed: (p) => ({
    title: 'เปลี่ยนเบอร์โทรแล้ว',
    line: `บัญชีของคุณเข้าสู่ระบบด้วย ${p.phone} แล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที`,
    push: 'บัญชีของคุณเข้าสู่ระบบด้วยเบอร์อื่นแล้ว',
  }),
  level_reached: (p) => ({
    title: 'ถึงระดับใหม่แล้ว',
    line: `คุณถึงระดับ ${p.level} แล้ว และได้รับ ${p.points} เหรียญทอง`,
  }),
  invited_registered: (p) => ({
    title: 'มีคนเข้าร่วมด้วยรหัสของคุณ',
    line: `${p.name} สมัครแล้ว เหรียญทอง ${p.goldCoins} เหรียญพร้อมให้รับแล้ว`,
    push: 'เหรียญทองของคุณพร้อมให้รับแล้ว',
  }),
  article_published: (p) => ({ title: 'ข่าว', line: localized('th', p.titles) }),
  terms_changed: (p) => ({ title: 'ข้อกำหนดมีการเปลี่ยนแปลง', line: `อ่านสิ่งที่เปลี่ยนไป: ${localized('th', p.titles)}` }),
}
