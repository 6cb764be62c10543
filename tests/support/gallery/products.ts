import type { ProductCard, UnitCard } from '#protocol/products.ts'

const id = '00000000-0000-4000-8000-000000000001'
export const now = Date.now()
const dayMs = 86_400_000

export const charger: ProductCard = {
  id,
  kind: 'pile',
  categoryId: 'fast',
  name: 'Kilat DC 60',
  edition: 'Second edition',
  art: 'dc-charger',
  currency: 'USD',
  price: 12_500,
  dailyIncome: 41,
  totalReturn: 14_760,
  yieldRate: 1808,
  earnedLast30Days: 1131,
  validityDays: 360,
  validityPeriods: 360,
  operatorId: 'demo',
  settlementType: 0,
  stock: 40,
  unitsTotal: 200,
  purchaseLimit: 0,
  levelNeeded: 0,
  giftPoints: 50,
  deviceNumber: 'KLT-60-0007',
  serviceState: 'in service',
}

export const products: readonly ProductCard[] = [
  charger,
  {
    ...charger,
    id: id.replace(/1$/, '2'),
    kind: 'vehicle',
    name: 'Melati night van with a name that takes two lines',
    edition: 'First edition',
    art: 'van',
    earnedLast30Days: null,
    levelNeeded: 3,
    serviceState: 'idle',
  },
  {
    ...charger,
    id: id.replace(/1$/, '3'),
    kind: 'vehicle',
    name: 'Kancil S1',
    art: 'scooter',
    price: 1_250_000,
    stock: 0,
    serviceState: 'paused or faulty',
  },
]

export const unit: UnitCard = {
  id,
  productId: id,
  machineId: id,
  kind: 'pile',
  name: charger.name,
  art: charger.art,
  currency: 'USD',
  price: 12_500,
  status: 'active',
  drawStatus: 0,
  settlementType: 0,
  activeFrom: new Date(now - 54 * dayMs).toISOString() as UnitCard['activeFrom'],
  expiresAt: new Date(now + 126 * dayMs).toISOString() as UnitCard['expiresAt'],
  pending: 84,
  claimed: 2110,
  accruing: 12,
  nextSettlementAt: null,
  serviceState: 'resting',
  earnedByDay: Array.from({ length: 30 }, (_, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, '0')}`,
    amount: 20 + ((at * 37) % 41),
  })),
  sparkline: [],
}
