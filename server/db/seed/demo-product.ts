import type { LocalizedText } from '../schema.ts'
import type { InAll } from './in-all.ts'
import { inAll } from './in-all.ts'

/** A seeded offer and what its machine does on a usual day. Money in minor units of USD. */
export interface DemoProduct {
  slug: string
  categoryId: string
  kind: 'vehicle' | 'pile'
  name: string
  edition: string
  art: string
  price: number
  unitsTotal: number
  /** Units that the operator keeps: never on offer, and their income stays on the machine's account. */
  keptUnits?: number
  memberShareBp: number
  validityDays: number
  settlementType: 0 | 1 | 2
  /** 0 is no limit. */
  purchaseLimit: number
  levelNeeded: number
  giftPoints: number
  isFeatured?: boolean
  deviceNumber: string
  place: string
  latitude: number
  longitude: number
  /** A vehicle's trips on a usual day. */
  tripsPerDay?: number
  /** A pile's sessions on a usual day. */
  sessionsPerDay?: number
  /** Mean taking of one trip or session. */
  averageAmount: number
  description: InAll
  specification: [LocalizedText, string][]
}

/** Part of the usual runs that remains after faults, rests and full hours. Projections count on no more. */
const availability = { vehicle: 0.9, pile: 0.94 }

/**
 * A machine's mean revenue a day in minor units, faults and rests included. The simulator aims at it, and the
 * projections are computed from it.
 */
export function expectedRevenuePerDay(product: DemoProduct): number {
  return (
    ((product.tripsPerDay ?? 0) + (product.sessionsPerDay ?? 0)) * product.averageAmount * availability[product.kind]
  )
}

/** Projections of one unit, rounded down so that they promise nothing extra. Yield in basis points of the price. */
export function projectionOf(product: DemoProduct): { dailyIncome: number; totalReturn: number; yieldRate: number } {
  const perDay = (expectedRevenuePerDay(product) * product.memberShareBp) / 10_000 / product.unitsTotal
  const totalReturn = Math.floor(perDay * product.validityDays)
  return { dailyIncome: Math.floor(perDay), totalReturn, yieldRate: Math.floor((totalReturn * 10_000) / product.price) }
}

/** Labels of specification lines. */
export const label = {
  battery: inAll('Battery', 'Baterai', 'Bateri', 'Pin', 'แบตเตอรี่', '电池', 'البطارية'),
  range: inAll('Range', 'Jarak tempuh', 'Jarak perjalanan', 'Tầm hoạt động', 'ระยะวิ่ง', '续航', 'المدى'),
  speed: inAll(
    'Top speed',
    'Kecepatan maksimum',
    'Kelajuan maksimum',
    'Tốc độ tối đa',
    'ความเร็วสูงสุด',
    '最高速度',
    'السرعة القصوى',
  ),
  payload: inAll('Load capacity', 'Muatan', 'Muatan', 'Tải trọng', 'น้ำหนักบรรทุก', '载重', 'الحمولة'),
  seats: inAll('Seats', 'Kursi', 'Tempat duduk', 'Chỗ ngồi', 'ที่นั่ง', '座位', 'المقاعد'),
  power: inAll('Power', 'Daya', 'Kuasa', 'Công suất', 'กำลังไฟ', '功率', 'القدرة'),
  connectors: inAll('Connectors', 'Konektor', 'Penyambung', 'Đầu sạc', 'หัวชาร์จ', '接口', 'المقابس'),
  bays: inAll('Battery bays', 'Slot baterai', 'Petak bateri', 'Ngăn pin', 'ช่องแบตเตอรี่', '电池仓', 'خانات البطاريات'),
  solar: inAll(
    'Solar roof',
    'Atap surya',
    'Bumbung suria',
    'Mái năng lượng mặt trời',
    'หลังคาโซลาร์',
    '光伏顶棚',
    'سقف شمسي',
  ),
  hours: inAll('Open', 'Buka', 'Buka', 'Giờ mở cửa', 'เปิด', '开放时间', 'ساعات العمل'),
  built: inAll('Built', 'Tahun pembuatan', 'Tahun dibina', 'Năm sản xuất', 'ปีที่ผลิต', '制造年份', 'سنة الصنع'),
  work: inAll('Work', 'Pekerjaan', 'Kerja', 'Công việc', 'งาน', '用途', 'العمل'),
  insurance: inAll('Insurance', 'Asuransi', 'Insurans', 'Bảo hiểm', 'ประกันภัย', '保险', 'التأمين'),
  kept: inAll(
    'Units kept by the operator',
    'Unit milik operator',
    'Unit yang disimpan pengendali',
    'Suất do nhà vận hành giữ',
    'หน่วยที่ผู้ให้บริการถือไว้',
    '运营方自持份数',
    'وحدات يحتفظ بها المشغّل',
  ),
}
