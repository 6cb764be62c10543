import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { DemoProduct } from '../../db/seed/demo-product.ts'
import { label, projectionOf } from '../../db/seed/demo-product.ts'
import { demoProducts } from '../../db/seed/demo-products.ts'
import { inAll } from '../../db/seed/in-all.ts'
import { seedId } from '../../db/seed/seed-id.ts'
import { openMachineAccount } from '../../ledger/accounts.ts'
import { booksCurrency } from '../../db/books-currency.ts'

const categories = [
  {
    id: 'vehicles',
    parentId: null,
    kind: 'vehicle',
    name: inAll('Vehicles', 'Kendaraan', 'Kenderaan', 'Xe', 'รถ', '车辆', 'المركبات'),
    art: 'scooter',
  },
  {
    id: 'scooters',
    parentId: 'vehicles',
    kind: 'vehicle',
    name: inAll('Scooters', 'Skuter', 'Skuter', 'Xe tay ga', 'สกูตเตอร์', '电动踏板车', 'دراجات سكوتر'),
    art: 'scooter',
  },
  {
    id: 'e-bikes',
    parentId: 'vehicles',
    kind: 'vehicle',
    name: inAll(
      'E-bikes and cargo',
      'Sepeda listrik dan kargo',
      'E-basikal dan kargo',
      'Xe đạp điện và xe chở hàng',
      'จักรยานไฟฟ้าและขนของ',
      '电动自行车与货运车',
      'دراجات كهربائية ودراجات نقل',
    ),
    art: 'cargo-bike',
  },
  {
    id: 'cars',
    parentId: 'vehicles',
    kind: 'vehicle',
    name: inAll(
      'Cars and vans',
      'Mobil dan van',
      'Kereta dan van',
      'Ô tô và xe van',
      'รถยนต์และรถตู้',
      '汽车与货车',
      'سيارات وشاحنات صغيرة',
    ),
    art: 'van',
  },
  {
    id: 'piles',
    parentId: null,
    kind: 'pile',
    name: inAll('Charging piles', 'Stasiun pengisian', 'Stesen pengecas', 'Trụ sạc', 'ตู้ชาร์จ', '充电桩', 'نقاط الشحن'),
    art: 'dc-charger',
  },
  {
    id: 'ac',
    parentId: 'piles',
    kind: 'pile',
    name: inAll('AC charging', 'Pengisian AC', 'Pengecasan AC', 'Sạc AC', 'ชาร์จ AC', '交流充电', 'شحن بتيار متردد'),
    art: 'ac-wall-box',
  },
  {
    id: 'dc-fast',
    parentId: 'piles',
    kind: 'pile',
    name: inAll(
      'Fast charging',
      'Pengisian cepat',
      'Pengecasan pantas',
      'Sạc nhanh',
      'ชาร์จเร็ว',
      '快速充电',
      'شحن سريع',
    ),
    art: 'dc-charger',
  },
  {
    id: 'battery-swap',
    parentId: 'piles',
    kind: 'pile',
    name: inAll('Battery swap', 'Tukar baterai', 'Tukar bateri', 'Đổi pin', 'สลับแบตเตอรี่', '换电', 'تبديل البطاريات'),
    art: 'swap-cabinet',
  },
] as const

/**
 * Made up like the machines they run; the first keeps the books. None has a licence, and the addresses can reach nobody
 * (RFC 2606).
 */
const operators = [
  {
    id: 'voltfolio-demo',
    name: 'Voltfolio Demo Fleet',
    place: 'Jakarta',
    contact: 'mailto:fleet@voltfolio.invalid',
  },
  {
    id: 'bandung-demo',
    name: 'Bandung Demo Charging',
    place: 'Bandung',
    contact: 'mailto:bandung@voltfolio.invalid',
  },
  {
    id: 'surabaya-demo',
    name: 'Surabaya Demo Wheels',
    place: 'Surabaya',
    contact: 'mailto:surabaya@voltfolio.invalid',
  },
] as const

const banners = [
  {
    slug: 'meter',
    title: inAll(
      'Every trip on the meter',
      'Setiap perjalanan tercatat',
      'Setiap perjalanan direkodkan',
      'Mọi chuyến đi đều được ghi lại',
      'ทุกเที่ยวมีบันทึก',
      '每一程都有记录',
      'كل رحلة مسجَّلة',
    ),
    line: inAll(
      'See what a machine really earned before you buy.',
      'Lihat pendapatan nyata sebuah mesin sebelum membeli.',
      'Lihat kutipan sebenar sesebuah mesin sebelum membeli.',
      'Xem máy thực sự kiếm được bao nhiêu trước khi mua.',
      'ดูรายได้จริงของเครื่องก่อนซื้อ',
      '购买前先看机器实际赚了多少。',
      'انظر ما كسبته الآلة فعلًا قبل أن تشتري.',
    ),
    art: 'dc-charger',
    route: '/subPages/product/list',
  },
  {
    slug: 'check-in',
    title: inAll(
      'Check in every day',
      'Check-in setiap hari',
      'Check-in setiap hari',
      'Điểm danh mỗi ngày',
      'เช็กอินทุกวัน',
      '每日签到',
      'سجّل حضورك كل يوم',
    ),
    line: inAll(
      'Seven days in a row bring the most gold coins.',
      'Tujuh hari berturut-turut memberi koin emas terbanyak.',
      'Tujuh hari berturut-turut memberi syiling emas terbanyak.',
      'Bảy ngày liên tiếp mang về nhiều xu vàng nhất.',
      'ครบเจ็ดวันติดกันได้เหรียญทองมากที่สุด',
      '连续七天可得最多金币。',
      'سبعة أيام متتالية تمنح أكبر عدد من العملات الذهبية.',
    ),
    art: 'scooter',
    route: '/pages/my/checkIn',
  },
  {
    slug: 'sun',
    title: inAll(
      'Four bays under the sun',
      'Empat tempat di bawah matahari',
      'Empat petak di bawah mentari',
      'Bốn chỗ dưới ánh mặt trời',
      'สี่ช่องใต้แสงอาทิตย์',
      '阳光下的四个车位',
      'أربعة مواقف تحت الشمس',
    ),
    line: inAll(
      'The solar canopy in Bandung sells what its roof makes.',
      'Kanopi surya di Bandung menjual hasil atapnya.',
      'Kanopi suria di Bandung menjual hasil bumbungnya.',
      'Mái che điện mặt trời ở Bandung bán lượng điện mình làm ra.',
      'หลังคาโซลาร์ที่บันดุงขายไฟที่ผลิตเอง',
      '万隆的光伏车棚出售自家屋顶发的电。',
      'تبيع المظلة الشمسية في باندونغ ما ينتجه سقفها.',
    ),
    art: 'solar-canopy',
    route: '/subPages/product/list',
  },
]

/** One of them is shown a day, before the app is used. */
const advertisements = [
  {
    slug: 'books',
    title: inAll(
      'See where the money is',
      'Lihat di mana uangnya',
      'Lihat di mana wang berada',
      'Xem tiền đang ở đâu',
      'ดูว่าเงินอยู่ที่ไหน',
      '看看钱在哪里',
      'انظر أين توجد الأموال',
    ),
    line: inAll(
      'What members own and what the operator holds, checked every night. Income comes from machines alone.',
      'Milik anggota dan simpanan operator, diperiksa setiap malam. Penghasilan hanya berasal dari mesin.',
      'Milik ahli dan pegangan operator, disemak setiap malam. Pendapatan hanya datang daripada mesin.',
      'Thành viên có gì và nhà vận hành giữ gì, được kiểm tra mỗi đêm. Thu nhập chỉ đến từ máy.',
      'สมาชิกมีเท่าไรและผู้ให้บริการถือไว้เท่าไร ตรวจทุกคืน รายได้มาจากเครื่องเท่านั้น',
      '会员拥有多少、运营方持有多少，每晚核对。收益只来自机器。',
      'ما يملكه الأعضاء وما يحتفظ به المشغّل، يُدقَّق كل ليلة. الدخل من الآلات وحدها.',
    ),
    art: 'volt',
    route: '/pages/my/books',
  },
  {
    slug: 'invitation',
    title: inAll(
      'Bring a friend along',
      'Ajak seorang teman',
      'Ajak seorang rakan',
      'Rủ một người bạn cùng tham gia',
      'ชวนเพื่อนมาด้วยกัน',
      '邀请一位朋友',
      'ادعُ صديقًا معك',
    ),
    line: inAll(
      'You get gold coins when they sign up. Nothing depends on what they pay.',
      'Anda mendapat koin emas saat mereka mendaftar. Tidak ada yang bergantung pada pembayaran mereka.',
      'Anda mendapat syiling emas apabila mereka mendaftar. Tiada apa bergantung pada bayaran mereka.',
      'Bạn nhận xu vàng khi họ đăng ký. Không có gì phụ thuộc vào số tiền họ trả.',
      'คุณได้เหรียญทองเมื่อเพื่อนสมัคร ไม่มีสิ่งใดขึ้นอยู่กับเงินที่เพื่อนจ่าย',
      '好友注册后你获得金币，与对方付多少钱无关。',
      'تحصل على عملات ذهبية عند تسجيله، ولا شيء يتوقف على ما يدفعه.',
    ),
    art: 'no-team',
    route: '/pages/my/invite',
  },
  {
    slug: 'still',
    title: inAll(
      'A machine that stands still earns nothing',
      'Mesin yang diam tidak menghasilkan apa pun',
      'Mesin yang berhenti tidak menjana apa-apa',
      'Máy đứng yên thì không có thu nhập',
      'เครื่องที่หยุดนิ่งไม่มีรายได้',
      '停着的机器没有收益',
      'الآلة المتوقفة لا تكسب شيئًا',
    ),
    line: inAll(
      'Before you buy, look at what each one really earned during the last 30 days.',
      'Sebelum membeli, lihat pendapatan nyata masing-masing dalam 30 hari terakhir.',
      'Sebelum membeli, lihat kutipan sebenar setiap satu dalam 30 hari lepas.',
      'Trước khi mua, hãy xem mỗi máy thực sự kiếm được bao nhiêu trong 30 ngày qua.',
      'ก่อนซื้อ ดูรายได้จริงของแต่ละเครื่องในช่วง 30 วันที่ผ่านมา',
      '购买前，请看每台机器过去 30 天实际赚了多少。',
      'قبل أن تشتري، انظر ما كسبته كل آلة فعلًا خلال آخر 30 يومًا.',
    ),
    art: 'e-bike',
    route: '/pages/index/index',
  },
]

/**
 * The demo's categories, offers, machines and banners, on offer since `clock`. Leaves what is there alone; run it in a
 * transaction.
 */
export async function seedDemoCatalogue(db: Db, clock: Clock): Promise<void> {
  const known = await db
    .selectFrom('product')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where(
      'id',
      'in',
      demoProducts.map((it) => seedId('product', it.slug)),
    )
    .executeTakeFirstOrThrow()
  if (known.count === demoProducts.length) return
  await db
    .insertInto('category')
    .values(categories.map(({ name, ...it }, position) => ({ ...it, name: JSON.stringify(name), position })))
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('operator')
    .values(operators.map((it, position) => ({ ...it, since: instant(clock), keepsBooks: position === 0 })))
    .onConflict((it) => it.doNothing())
    .execute()
  await db
    .insertInto('banner')
    .values(
      [banners, advertisements].flatMap((them, isOpening) =>
        them.map(({ slug, title, line, ...it }, position) => ({
          ...it,
          id: seedId('banner', slug),
          title: JSON.stringify(title),
          line: JSON.stringify(line),
          isOpening: isOpening === 1,
          position,
        })),
      ),
    )
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  for (const [position, product] of demoProducts.entries()) await seedProduct(db, product, position, clock)
}

/** The operator of the town that a machine stands in; elsewhere the first. */
function operatorAt(place: string): string {
  return (operators.find((it) => place.includes(it.place)) ?? operators[0]).id
}

async function seedProduct(db: Db, product: DemoProduct, position: number, clock: Clock): Promise<void> {
  const id = seedId('product', product.slug)
  const machineId = seedId('machine', product.slug)
  const { kind, keptUnits = 0 } = product
  const kept: DemoProduct['specification'] = keptUnits > 0 ? [[label.kept, `${keptUnits} / ${product.unitsTotal}`]] : []
  await db
    .insertInto('product')
    .values({
      id,
      kind,
      position,
      ...projectionOf(product),
      currency: booksCurrency,
      operatorId: operatorAt(product.place),
      offeredFrom: instant(clock.now() - position * 3_600_000),
      categoryId: product.categoryId,
      name: product.name,
      edition: product.edition,
      art: product.art,
      price: product.price,
      description: JSON.stringify(product.description),
      specification: JSON.stringify(
        [...product.specification, ...kept].map(([name, value]) => ({ label: name, value })),
      ),
      validityDays: product.validityDays,
      settlementType: product.settlementType,
      purchaseLimit: product.purchaseLimit,
      levelNeeded: product.levelNeeded,
      giftPoints: product.giftPoints,
      cancellationHours: product.validityDays > 30 ? 48 : 12,
      isFeatured: product.isFeatured ?? false,
    })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('machine')
    .values({
      id: machineId,
      productId: id,
      accountId: await openMachineAccount(db, machineId, booksCurrency),
      deviceNumber: product.deviceNumber,
      kind,
      currency: booksCurrency,
      unitsTotal: product.unitsTotal,
      unitsKept: keptUnits,
      memberShareBp: product.memberShareBp,
      stateSince: instant(clock),
      latitude: product.latitude,
      longitude: product.longitude,
      place: product.place,
      timeZone: 'Asia/Jakarta',
    })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('machineTotal')
    .values({ machineId, unitsFree: product.unitsTotal - keptUnits })
    .onConflict((it) => it.column('machineId').doNothing())
    .execute()
}
