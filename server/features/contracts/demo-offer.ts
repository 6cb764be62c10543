import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { ContractTerms } from '../../db/contract-schema.ts'
import type { Db } from '../../db/open.ts'
import { house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const amount = 40_000

const work: ContractTerms['work'] = [
  {
    en: 'Clean the vehicles of your street and report what is broken',
    id: 'Membersihkan kendaraan di lingkungan Anda dan melaporkan kerusakan',
    ms: 'Membersihkan kenderaan di kawasan anda dan melaporkan kerosakan',
    vi: 'Làm sạch xe trong khu phố của bạn và báo hư hỏng',
    th: 'ทำความสะอาดรถในย่านของคุณและแจ้งสิ่งที่ชำรุด',
    'zh-Hans': '清洁你所在街区的车辆并上报故障',
    ar: 'تنظيف مركبات حيّك والإبلاغ عن الأعطال',
  },
  {
    en: 'Answer questions of newcomers at the charging piles',
    id: 'Menjawab pertanyaan pengguna baru di stasiun pengisian',
    ms: 'Menjawab soalan pengguna baharu di stesen pengecas',
    vi: 'Trả lời người mới tại trụ sạc',
    th: 'ตอบคำถามผู้ใช้ใหม่ที่ตู้ชาร์จ',
    'zh-Hans': '在充电桩解答新用户的问题',
    ar: 'الإجابة عن أسئلة الجدد عند نقاط الشحن',
  },
]
const paidFrom: ContractTerms['paidFrom'] = {
  en: "The demo operator's salary account, paid in by the operator",
  id: 'Rekening gaji operator demo, disetor oleh operator',
  ms: 'Akaun gaji pengendali demo, dibayar masuk oleh pengendali',
  vi: 'Tài khoản lương của nhà vận hành demo, do nhà vận hành nộp vào',
  th: 'บัญชีค่าจ้างของผู้ให้บริการเดโม ซึ่งผู้ให้บริการเป็นผู้เติมเงิน',
  'zh-Hans': '演示运营方的薪资账户，由运营方出资',
  ar: 'حساب رواتب المشغّل التجريبي، يموّله المشغّل',
}

/**
 * A contract on offer and a salary account that the demo's operator has paid for. Leaves what is there alone; run it in
 * a transaction.
 */
export async function seedDemoContract(db: Db, clock: Clock): Promise<void> {
  const terms: ContractTerms = {
    article: 'contract',
    work,
    weeklySalary: 1500,
    currency,
    paidFrom,
    startsOn: instant(clock).slice(0, 10),
    endsOn: null,
    minimumLevel: 1,
  }
  const made = await db
    .insertInto('setting')
    .values({ name: 'contract_terms', value: JSON.stringify(terms) })
    .onConflict((it) => it.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!made) return
  const [operator, memo] = [house('operator'), { subject: 'demo' }] as const
  await post(
    db,
    [
      {
        debit: house('world'),
        credit: operator,
        amount,
        asset: currency,
        kind: 'capital',
        ref: randomUUID(),
        memo,
      },
    ],
    clock,
  )
  await post(
    db,
    [
      {
        debit: operator,
        credit: house('salary'),
        amount,
        asset: currency,
        kind: 'salary_funding',
        ref: randomUUID(),
        memo,
      },
    ],
    clock,
  )
}
