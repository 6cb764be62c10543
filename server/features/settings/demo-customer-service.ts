import type * as v from 'valibot'
import type { Db } from '../../db/open.ts'
import type { CustomerSetting } from './customer-service.ts'

/** Addresses that can reach nobody: a number kept for films, and names under `.invalid` (RFC 2606). */
const service: v.InferOutput<typeof CustomerSetting> = {
  name: {
    en: 'Voltfolio demo service',
    id: 'Layanan demo Voltfolio',
    ms: 'Khidmat demo Voltfolio',
    vi: 'Hỗ trợ demo Voltfolio',
    th: 'ฝ่ายบริการลูกค้าเดโม Voltfolio',
    'zh-Hans': 'Voltfolio 演示客服',
    ar: 'خدمة Voltfolio التجريبية',
  },
  note: {
    en: 'This is a demonstration: nobody answers at these addresses. A real operator sets their own.',
    id: 'Ini demo: tidak ada yang menjawab di alamat ini. Operator sungguhan mengisinya sendiri.',
    ms: 'Ini demo: tiada sesiapa menjawab di alamat ini. Pengendali sebenar menetapkannya sendiri.',
    vi: 'Đây là bản demo: không ai trả lời ở các địa chỉ này. Nhà vận hành thật sẽ đặt địa chỉ của họ.',
    th: 'นี่คือเดโม: ไม่มีใครตอบที่ช่องทางเหล่านี้ ผู้ให้บริการจริงจะตั้งของตนเอง',
    'zh-Hans': '这是演示：这些地址无人应答。真实的运营方会填写自己的联系方式。',
    ar: 'هذا عرض تجريبي: لا أحد يجيب على هذه العناوين. المشغّل الحقيقي يضع عناوينه.',
  },
  timeZone: 'Asia/Jakarta',
  hours: [
    { days: [1, 2, 3, 4, 5], from: '08:00', until: '20:00' },
    { days: [6], from: '09:00', until: '15:00' },
  ],
  channels: [
    {
      kind: 'phone',
      label: {
        en: 'Phone',
        id: 'Telepon',
        ms: 'Telefon',
        vi: 'Điện thoại',
        th: 'โทรศัพท์',
        'zh-Hans': '电话',
        ar: 'الهاتف',
      },
      address: '+12025550143',
    },
    {
      kind: 'email',
      label: {
        en: 'E-mail',
        id: 'Email',
        ms: 'E-mel',
        vi: 'Email',
        th: 'อีเมล',
        'zh-Hans': '电子邮件',
        ar: 'البريد الإلكتروني',
      },
      address: 'help@voltfolio.invalid',
    },
    {
      kind: 'chat',
      label: {
        en: 'Chat',
        id: 'Obrolan',
        ms: 'Sembang',
        vi: 'Trò chuyện',
        th: 'แชต',
        'zh-Hans': '在线聊天',
        ar: 'المحادثة',
      },
      address: 'https://chat.voltfolio.invalid/',
    },
  ],
}

/** Sets the demonstration's customer service where none is set. */
export async function seedDemoCustomerService(db: Db): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: 'customer_service', value: JSON.stringify(service) })
    .onConflict((it) => it.column('name').doNothing())
    .execute()
}
