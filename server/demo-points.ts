import type { Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { seedId } from './db/seed/seed-id.ts'
import type { DaysAgo } from './demo.ts'
import { saveAddress } from './features/addresses/saving.ts'
import { moveOrder } from './features/pointsmall/moving.ts'
import { orderGoods } from './features/pointsmall/ordering.ts'
import type { Step } from './features/pointsmall/rules.ts'
import { walletsOf } from './ledger/wallets.ts'

const memberId = demoMember.id
const addressId = seedId('address', 'demo')

interface DemoOrder {
  slug: string
  points: number
  ordered: number
  steps: readonly (readonly [Step, daysAgo: number])[]
}

/** One order in each state; times in days ago. */
const orders: readonly DemoOrder[] = [
  {
    slug: 'steel-bottle',
    points: 180,
    ordered: 6.4,
    steps: [
      ['ship', 5.9],
      ['receive', 3.5],
    ],
  },
  {
    slug: 'enamel-mug',
    points: 80,
    ordered: 4.3,
    steps: [
      ['ask', 4.2],
      ['refund', 4],
    ],
  },
  { slug: 'braided-cable', points: 90, ordered: 2.6, steps: [['ship', 1.7]] },
  { slug: 'lucky-ten', points: 40, ordered: 1.4, steps: [] },
  { slug: 'reflective-vest', points: 120, ordered: 0.5, steps: [['ask', 0.2]] },
  { slug: 'canvas-bag', points: 60, ordered: 0.3, steps: [] },
]

/** What the demo member ordered for points, and the address it goes to. Once, in a transaction. */
export async function orderAsDemoMember(db: Db, daysAgo: DaysAgo): Promise<void> {
  await saveAddress(
    db,
    { memberId, language: 'en' },
    {
      id: addressId,
      basedOn: null,
      recipient: 'Sari',
      phone: demoMember.phone,
      regionId: 'id-bali-denpasar',
      detail: 'Jl. Teuku Umar 12',
      postcode: '80113',
      position: null,
      isDefault: true,
    },
    daysAgo(6.5),
  )
  for (const it of orders) await order(db, it, daysAgo)
}

async function order(db: Db, { slug, points, ordered, steps }: DemoOrder, daysAgo: DaysAgo): Promise<void> {
  // Another process that started on the same database may not have paid all coins yet.
  if ((await walletsOf(db, memberId)).gold < points) return
  const orderId = await orderGoods(
    db,
    {
      memberId,
      goodsId: seedId('points-goods', slug),
      quantity: 1,
      expectedPoints: points,
      addressId,
      remark: null,
      language: 'en',
    },
    daysAgo(ordered),
  )
  const parcel = { carrier: 'Demo Post', tracking: `DEMO${orderId.slice(0, 8).toUpperCase()}`, trackingUrl: null }
  for (const [step, days] of steps)
    await moveOrder(db, { orderId, memberId, step, ...(step === 'ship' ? { parcel } : {}) }, daysAgo(days))
}
