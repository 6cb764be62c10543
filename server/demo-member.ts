import { readFile } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import { instant } from './clock.ts'
import { noteAgreement } from './db/agreements.ts'
import { couponEnd } from './db/gifts.ts'
import { insertMember } from './db/new-member.ts'
import { articlesAgreedTo } from './features/auth/rules.ts'
import { payDraft } from './features/orders/buying.ts'
import { makeDraft } from './features/orders/drafts.ts'
import { grow } from './features/rewards/growth.ts'
import { creditTopUp } from './features/wallet/top-up/crediting.ts'
import { openMemberAccounts } from './ledger/accounts.ts'
import type { Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { seedId } from './db/seed/seed-id.ts'
import { booksCurrency } from './db/books-currency.ts'
import { setAvatar } from './features/auth/avatar.ts'
import { smallPicture } from './features/auth/picture.ts'

const holdings: [string, number][] = [
  ['kilat-rest-stop', 1],
  ['kilat-fifty', 1],
  ['melati-night', 2],
  ['kancil-s1', 3],
  ['melati-compact', 1],
  ['embun-e-bike', 2],
  ['lebah-courier', 2],
  ['kurir-van-week', 2],
]
const timeZone = 'Asia/Jakarta'
const coupons = [
  { slug: 'voucher', type: 2, name: 'Welcome voucher', value: 500, minimum: 2000, days: 60 },
  { slug: 'discount', type: 1, name: 'Five per cent off', value: 500, minimum: 10_000, days: 40 },
] as const

/**
 * Makes the demonstration's member, who joined, topped up and later bought several units by the same functions as
 * anybody. Run it in a transaction, before the machines' revenue after `bought` is booked, so that the units' income is
 * settled as usual. False where the member exists.
 */
export async function seedDemoMember(
  db: Db,
  { joined, bought, passwordHash }: { joined: Clock; bought: Clock; passwordHash: string },
): Promise<boolean> {
  const { id, phone, invitationCode } = demoMember
  const known = await db.selectFrom('memberPhone').select('memberId').where('phone', '=', phone).executeTakeFirst()
  if (known) return false
  const made = await insertMember(db, {
    id,
    phone,
    invitationCode,
    passwordHash,
    transactionPasswordHash: null,
    nickname: 'Sari',
    avatarUrl: null,
    country: 'id',
    language: 'en',
    timeZone,
    invitedBy: null,
    isDemo: true,
    joinedAt: instant(joined),
    deletedAt: null,
  })
  if (!made) return false
  await openMemberAccounts(db, id, booksCurrency)
  await noteAgreement(
    db,
    { memberId: id, articles: Object.values(articlesAgreedTo), subject: 'registration', ref: '' },
    { language: 'en', clock: joined },
  )
  await givePicture(db, joined)
  await creditTopUp(
    db,
    {
      source: 'demo-rail',
      externalId: 'demo-member',
      memberId: id,
      amount: 200_000,
      currency: booksCurrency,
      receivedAt: instant(joined),
      subject: 'demo-start',
    },
    joined,
  )
  await grow(db, id, 200, joined)
  for (const [slug, quantity] of holdings) await buy(db, slug, quantity, bought)
  await giveCoupons(db, bought)
  return true
}

/** By the code that takes any member's picture. */
async function givePicture(db: Db, clock: Clock): Promise<void> {
  const bytes = await smallPicture(await readFile(new URL('demo-avatar.png', import.meta.url)))
  if (bytes === undefined) throw new Error('the picture of the demo member is none')
  await setAvatar(db, { memberId: demoMember.id, madeAt: instant(clock), bytes }, clock)
}

async function buy(db: Db, slug: string, quantity: number, clock: Clock): Promise<void> {
  const memberId = demoMember.id
  const draft = await makeDraft(db, { memberId, productId: seedId('product', slug), quantity, couponId: null }, clock)
  await payDraft(db, { memberId, draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment }, clock)
}

async function giveCoupons(db: Db, clock: Clock): Promise<void> {
  await db
    .insertInto('coupon')
    .values(
      coupons.map(({ slug, days, ...it }) => ({
        ...it,
        id: seedId('coupon', slug),
        memberId: demoMember.id,
        receivedAt: instant(clock),
        expiresAt: couponEnd(timeZone, days, clock),
        usedAt: null,
        usedBy: null,
      })),
    )
    .execute()
}
