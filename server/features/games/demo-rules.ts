import { booksCurrency } from '../../db/books-currency.ts'
import type { Gift } from '../../db/gift-schema.ts'
import { languages } from '#protocol/languages.ts'
import { inAll, type InAll } from '../../db/seed/in-all.ts'
import { amountIn } from '../../http/messages/written.ts'
import { pluralIn } from '../../plural.ts'
import type { GameRule } from './game-rule.ts'

type Slot = GameRule['slots'][number]
const arabic = pluralIn('ar')

/** The four games of the demonstration, in the order in which they are shown. */
export const demoRules: readonly GameRule[] = [
  {
    id: 'wheel',
    kind: 'gold lottery',
    position: 0,
    art: 'wheel',
    name: inAll('Gold wheel', 'Roda emas', 'Roda emas', 'Vòng quay vàng', 'วงล้อทอง', '金币转盘', 'عجلة الذهب'),
    line: inAll(
      'Eight fields, one turn. You see the chance beside every prize.',
      'Delapan petak, satu putaran. Setiap peluang tertulis di samping hadiahnya.',
      'Lapan petak, satu pusingan. Setiap peluang tertera di sebelah hadiahnya.',
      'Tám ô, một lượt quay. Xác suất ghi ngay cạnh mỗi giải.',
      'แปดช่อง หมุนหนึ่งครั้ง โอกาสทุกช่องเขียนไว้ข้างรางวัล',
      '八个格子，转一次。每个奖品旁都写明概率。',
      'ثماني خانات ودورة واحدة. احتمال كل جائزة مكتوب بجانبها.',
    ),
    price: { of: 'gold', amount: 20 },
    dailyLimit: 30,
    levelNeeded: 0,
    guaranteeEvery: null,
    mostAtOnce: 1,
    slots: [
      coins(10, 'coins', 260),
      nothing(345),
      coins(30, 'coins-2', 140),
      balls(1, 'balls', 120),
      coins(100, 'coins-3', 40),
      voucher(25),
      balls(3, 'balls-2', 60),
      money(100, 'money', 10),
    ],
  },
  {
    id: 'balls',
    kind: 'lucky lottery',
    position: 1,
    art: 'balls',
    name: inAll('Ball machine', 'Mesin bola', 'Mesin bola', 'Máy quay bóng', 'เครื่องสุ่มบอล', '摇球机', 'آلة الكرات'),
    line: inAll(
      'One Lucky Ball, nine balls in the drum.',
      'Satu Lucky Ball, sembilan bola di dalam drum.',
      'Satu Lucky Ball, sembilan bola di dalam dram.',
      'Một Lucky Ball, chín quả bóng trong lồng.',
      'ลัคกี้บอลหนึ่งลูก บอลเก้าลูกในถัง',
      '一个幸运球，摇球机里有九个球。',
      'كرة حظ واحدة، وتسع كرات في الأسطوانة.',
    ),
    price: { of: 'lucky', amount: 1 },
    dailyLimit: 20,
    levelNeeded: 0,
    guaranteeEvery: null,
    mostAtOnce: 1,
    slots: [
      coins(5, 'coins', 300),
      coins(15, 'coins-2', 200),
      coins(50, 'coins-3', 60),
      balls(1, 'balls', 150),
      balls(2, 'balls-2', 60),
      nothing(170),
      discount(30),
      money(50, 'money', 20),
      { ...money(500, 'money-2', 10), stock: 5 },
    ],
  },
  {
    id: 'nine',
    kind: 'box',
    position: 2,
    art: 'box',
    name: inAll(
      'One of nine',
      'Satu dari sembilan',
      'Satu daripada sembilan',
      'Một trong chín',
      'หนึ่งในเก้า',
      '九选一',
      'واحد من تسعة',
    ),
    line: inAll(
      'Choose a box and open it. No box is empty.',
      'Pilih satu kotak lalu buka. Tidak ada kotak yang kosong.',
      'Pilih satu kotak dan buka. Tiada kotak yang kosong.',
      'Chọn một hộp rồi mở. Không hộp nào rỗng.',
      'เลือกกล่องแล้วเปิด ไม่มีกล่องเปล่า',
      '选一个宝箱打开，没有空箱。',
      'اختر صندوقًا وافتحه. لا صندوق فارغ.',
    ),
    price: { of: 'gold', amount: 50 },
    dailyLimit: 20,
    levelNeeded: 0,
    guaranteeEvery: null,
    mostAtOnce: 1,
    slots: [
      coins(10, 'coins', 300),
      coins(20, 'coins-2', 240),
      coins(60, 'coins-3', 130),
      balls(1, 'balls', 150),
      balls(3, 'balls-2', 80),
      voucher(50),
      discount(30),
      { ...money(200, 'money', 16), stock: 20 },
      { ...coins(1000, 'star', 4), stock: 3 },
    ],
  },
  {
    id: 'ten',
    kind: 'second box',
    position: 3,
    art: 'box-2',
    name: inAll(
      'Charged boxes',
      'Kotak bertenaga',
      'Kotak berkuasa',
      'Hộp tích điện',
      'กล่องพลังไฟ',
      '充能宝箱',
      'صناديق مشحونة',
    ),
    line: inAll(
      'Open up to ten at once. At least every tenth is a good one.',
      'Buka hingga sepuluh sekaligus. Setidaknya satu dari setiap sepuluh kotak berisi hadiah bagus.',
      'Buka hingga sepuluh sekali gus. Sekurang-kurangnya satu daripada setiap sepuluh kotak berisi hadiah bagus.',
      'Mở tối đa mười hộp một lúc. Cứ mười hộp thì ít nhất một hộp có giải tốt.',
      'เปิดได้ถึงสิบกล่องพร้อมกัน ทุกสิบกล่องมีรางวัลดีอย่างน้อยหนึ่งกล่อง',
      '一次最多开十个，每十个至少有一个好奖。',
      'افتح حتى عشرة معًا. في كل عشرة صناديق جائزة جيدة واحدة على الأقل.',
    ),
    price: { of: 'gold', amount: 30 },
    dailyLimit: 50,
    levelNeeded: 0,
    guaranteeEvery: 10,
    mostAtOnce: 10,
    slots: [
      coins(5, 'coins', 380),
      coins(15, 'coins-2', 260),
      balls(1, 'balls', 170),
      nothing(120),
      { ...coins(120, 'coins-3', 35), guaranteed: true },
      { ...balls(5, 'gift', 25), guaranteed: true },
      { ...voucher(7), guaranteed: true },
      { ...money(300, 'money-2', 3), guaranteed: true },
    ],
  },
]

function slot(key: string, weight: number, of: Pick<Slot, 'name' | 'art' | 'gift'>): Slot {
  return { key, weight, guaranteed: false, stock: null, ...of }
}

function nothing(weight: number): Slot {
  const name = inAll(
    'Nothing this time',
    'Belum beruntung',
    'Belum bertuah',
    'Lần này chưa trúng',
    'ยังไม่ได้รางวัล',
    '这次没中',
    'لا شيء هذه المرة',
  )
  return slot('nothing', weight, { name, art: 'nothing', gift: null })
}

function coins(amount: number, art: string, weight: number): Slot {
  const name = inAll(
    `${amount} gold coins`,
    `${amount} koin emas`,
    `${amount} syiling emas`,
    `${amount} xu vàng`,
    `${amount} เหรียญทอง`,
    `${amount} 枚金币`,
    arabic(amount, { few: `${amount} عملات ذهبية`, other: `${amount} عملة ذهبية` }),
  )
  return slot(`gold-${amount}`, weight, { name, art, gift: { of: 'gold', amount } })
}

function balls(amount: number, art: string, weight: number): Slot {
  const name = inAll(
    amount === 1 ? 'A Lucky Ball' : `${amount} Lucky Balls`,
    `${amount} Lucky Ball`,
    `${amount} Lucky Ball`,
    `${amount} Lucky Ball`,
    `ลัคกี้บอล ${amount} ลูก`,
    `${amount} 个幸运球`,
    arabic(amount, { one: 'كرة حظ واحدة', two: 'كرتا حظ', few: `${amount} كرات حظ`, other: `${amount} كرة حظ` }),
  )
  return slot(`lucky-${amount}`, weight, { name, art, gift: { of: 'lucky', amount } })
}

/** Minor units. */
function money(amount: number, art: string, weight: number): Slot {
  const sum = { amount, currency: booksCurrency }
  return slot(`money-${amount}`, weight, {
    name: Object.fromEntries(languages.map((it) => [it, amountIn(it)(sum)])) as InAll,
    art,
    gift: { of: 'money', amount, currency: booksCurrency },
  })
}

function voucher(weight: number): Slot {
  const name = inAll(
    'Prize voucher',
    'Voucer hadiah',
    'Baucar hadiah',
    'Phiếu thưởng',
    'คูปองรางวัล',
    '奖品代金券',
    'قسيمة جائزة',
  )
  return coupon('voucher', weight, {
    name,
    gift: { of: 'coupon', name: name.en, type: 2, value: 200, minimum: 2000, days: 30 },
  })
}

function discount(weight: number): Slot {
  const name = inAll(
    'Prize discount',
    'Diskon hadiah',
    'Diskaun hadiah',
    'Giảm giá thưởng',
    'ส่วนลดรางวัล',
    '奖品折扣',
    'خصم جائزة',
  )
  const gift = { of: 'coupon', name: name.en, type: 1, value: 500, minimum: 5000, savesAtMost: 1000, days: 30 } as const
  return coupon('discount', weight, { name, gift })
}

function coupon(key: string, weight: number, of: { name: Slot['name']; gift: Gift }): Slot {
  return slot(key, weight, { ...of, art: 'coupon' })
}
