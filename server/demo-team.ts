import type { Keyring } from './db/keyring.ts'
import type { Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { seedId } from './db/seed/seed-id.ts'
import type { DaysAgo } from './demo.ts'
import { hashOfNobody } from './features/auth/password.ts'
import { registerMember } from './features/auth/registering.ts'
import { payDraft } from './features/orders/buying.ts'
import { makeDraft } from './features/orders/drafts.ts'
import { receiveReward, rewardsPage } from './features/team/rewards.ts'
import { welcomeInDemo } from './features/wallet/top-up/crediting.ts'

interface Invited {
  name: string
  daysAgo: number
  /** Name of who invited them; the demo member where it is left out. */
  by?: string
  /** Product of which they own a unit. */
  owns?: string
}

/** In the order of joining. */
const team: readonly Invited[] = [
  { name: 'Budi', daysAgo: 33, owns: 'kilat-fifty' },
  { name: 'Putri', daysAgo: 27, owns: 'embun-e-bike' },
  { name: 'Agus', daysAgo: 21, by: 'Budi', owns: 'lebah-courier' },
  { name: 'Wayan', daysAgo: 16 },
  { name: 'Dewi', daysAgo: 12, by: 'Putri' },
  { name: 'Mei', daysAgo: 4 },
  { name: 'Rizky', daysAgo: 2, by: 'Budi' },
]
/** What the numbers of invited people begin with; two digits follow. */
const phones = '+62812000001'
const rewardsReceived = { count: 2, daysAgo: 20 }

/**
 * Whom the demonstration's member invited, and whom those invited: registered, welcomed and supplied with units by the
 * functions of real calls. Nobody can sign in as one of them. Run it once, where the member has just been made.
 */
export async function seedDemoTeam(db: Db, ring: Keyring, daysAgo: DaysAgo, boughtDaysAgo: number): Promise<void> {
  const ids = new Map<string | undefined, string>([[undefined, demoMember.id]])
  for (const [index, { name, daysAgo: days, by, owns }] of team.entries()) {
    const memberId = await registerMember(
      db,
      ring,
      {
        phone: `${phones}${String(index).padStart(2, '0')}`,
        passwordHash: hashOfNobody,
        nickname: name,
        country: 'id',
        language: 'id',
        timeZone: 'Asia/Jakarta',
        inviterId: ids.get(by) ?? null,
      },
      daysAgo(days),
    )
    ids.set(name, memberId)
    await welcomeInDemo(db, memberId, daysAgo(days))
    if (owns) await buy(db, { memberId, slug: owns }, daysAgo(boughtDaysAgo))
  }
  await receiveFirst(db, daysAgo)
}

/** Ids of the demonstration's people by name; null is the demo member. */
export async function demoPeople(db: Db): Promise<Map<string | null, string>> {
  const invited = await db
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where('phone', 'like', `${phones}%`)
    .execute()
  return new Map([[null, demoMember.id], ...invited.map((it) => [it.nickname, it.id] as const)])
}

async function buy(db: Db, of: { memberId: string; slug: string }, clock: ReturnType<DaysAgo>): Promise<void> {
  const { memberId, slug } = of
  const draft = await makeDraft(
    db,
    { memberId, productId: seedId('product', slug), quantity: 1, couponId: null },
    clock,
  )
  await payDraft(db, { memberId, draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment }, clock)
}

/** The rewards of the first to come are received; the others wait. */
async function receiveFirst(db: Db, daysAgo: DaysAgo): Promise<void> {
  const memberId = demoMember.id
  const { items } = await rewardsPage(db, memberId, { limit: 100 })
  for (const { id: rewardId } of items.slice(-rewardsReceived.count))
    await receiveReward(db, { memberId, rewardId }, daysAgo(rewardsReceived.daysAgo))
}
