import { runAsOwner } from '#tests/support/as-owner.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import { instant } from '#server/clock.ts'
import { cancellationOf } from '#server/db/cancellation.ts'
import type { Database, Db } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { bookRevenue, type Booked } from '#server/features/products/machines/booking.ts'
import { makeDraft } from '#server/features/orders/drafts.ts'
import { payDraft } from '#server/features/orders/buying.ts'
import { cancelOrder } from '#server/features/orders/cancelling.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { balancesOf, openMachineAccount, openMemberAccounts } from '#server/ledger/accounts.ts'
import { duePeriods } from '#server/ledger/periods.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { insertMember } from '#server/db/new-member.ts'

/** A machine on offer. `settlementType`: 0 daily, 1 at expiry, 2 hourly; `price` in minor units. */
export interface Offered {
  productId: string
  machineId: string
  deviceNumber: string
  unitsTotal: number
  memberShareBp: number
  price: number
  accountId: number
}

/** A member with empty wallets. Account ids are spread, so that each member is in a settlement chunk of its own. */
export async function makeMember(db: Db, clock: Clock): Promise<string> {
  await seedOnce(db)
  const id = randomUUID()
  await insertMember(db, {
    id,
    phone: `+62${BigInt(`0x${id.slice(0, 12).replace('-', '')}`)}`,
    passwordHash: '',
    transactionPasswordHash: null,
    nickname: null,
    avatarUrl: null,
    country: 'id',
    language: 'en',
    timeZone: 'Asia/Jakarta',
    invitationCode: id,
    invitedBy: null,
    joinedAt: instant(clock),
    deletedAt: null,
  })
  await runAsOwner(
    db,
    sql`perform setval(pg_get_serial_sequence('account', 'id'), (select max(id) from account) + 10000)`,
  )
  await openMemberAccounts(db, id, 'USD')
  return id
}

/** Terms are what is written last. */
async function seedOnce(db: Db): Promise<void> {
  const terms = await db.selectFrom('setting').select('name').where('name', '=', 'terms').executeTakeFirst()
  if (!terms) await seedReference(db)
}

/** A vehicle that is offered in units from now on. */
export async function makeOffer(
  db: Db,
  clock: Clock,
  given: {
    settlementType: 0 | 1 | 2
    unitsTotal?: number
    memberShareBp?: number
    price?: number
    validityDays?: number
  },
): Promise<Offered> {
  const { settlementType, unitsTotal = 5, memberShareBp = 8000, price = 1000, validityDays = 3 } = given
  const machineId = randomUUID()
  const productId = randomUUID()
  const deviceNumber = machineId
  await db
    .insertInto('category')
    .values({ id: 'scooters', parentId: null, kind: 'vehicle', name: '{"en":"Scooters"}', art: 'scooter', position: 0 })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('operator')
    .values({ id: 'somebody', name: 'Somebody', place: '', since: instant(clock) })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('product')
    .values({
      id: productId,
      categoryId: 'scooters',
      kind: 'vehicle',
      name: 'Scooter',
      edition: 'A',
      art: 'scooter',
      description: '{"en":"-"}',
      specification: '[]',
      currency: 'USD',
      price,
      dailyIncome: 10,
      totalReturn: 100,
      yieldRate: 10,
      validityDays,
      settlementType,
      purchaseLimit: 0,
      levelNeeded: 0,
      giftPoints: 7,
      cancellationHours: 24,
      operatorId: 'somebody',
      offeredFrom: instant(clock),
      position: 0,
    })
    .execute()
  const accountId = await openMachineAccount(db, machineId, 'USD')
  await db
    .insertInto('machine')
    .values({
      id: machineId,
      productId,
      accountId,
      deviceNumber,
      kind: 'vehicle',
      currency: 'USD',
      unitsTotal,
      memberShareBp,
      stateSince: instant(clock),
      latitude: null,
      longitude: null,
      place: null,
      timeZone: 'Asia/Jakarta',
    })
    .execute()
  await db.insertInto('machineTotal').values({ machineId, unitsFree: unitsTotal }).execute()
  return { productId, machineId, deviceNumber, unitsTotal, memberShareBp, price, accountId }
}

/** Credits a top-up to a member; the same `externalId` counts once. */
export async function topUp(
  database: Database,
  memberId: string,
  amount: number,
  externalId: string,
  clock: Clock,
): Promise<void> {
  await database.inTransaction((db) =>
    creditTopUp(
      db,
      { source: 'test', externalId, memberId, amount, currency: 'USD', receivedAt: instant(clock) },
      clock,
    ),
  )
}

/** Books a trip of a machine that ended now; the same `externalId` counts once. */
export async function trip(
  database: Database,
  deviceNumber: string,
  amount: number,
  externalId: string,
  clock: Clock,
): Promise<Booked> {
  return await lateTrip(database, deviceNumber, amount, externalId, clock, 0)
}

/** Books a trip that ended `lateMs` ago; the same `externalId` counts once. */
export async function lateTrip(
  database: Database,
  deviceNumber: string,
  amount: number,
  externalId: string,
  clock: Clock,
  lateMs: number,
): Promise<Booked> {
  const at = instant(clock.now() - lateMs)
  return await database.inTransaction((db) =>
    bookRevenue(
      db,
      {
        source: 'test',
        externalId,
        deviceNumber,
        kind: 'trip',
        startedAt: at,
        endedAt: at,
        distanceM: 1,
        amount,
        currency: 'USD',
      },
      clock,
    ),
  )
}

/** Drafts and pays an order, and returns its id. */
export async function buy(
  database: Database,
  memberId: string,
  productId: string,
  quantity: number,
  clock: Clock,
  wallet: 'recharge' | 'income' = 'recharge',
): Promise<string> {
  const draft = await database.inTransaction((db) =>
    makeDraft(db, { memberId, productId, quantity, couponId: null }, clock),
  )
  const { id } = await database.inTransaction((db) =>
    payDraft(db, { memberId, draftId: draft.id, wallet, expectedPayment: draft.actualPayment }, clock),
  )
  return id
}

/** Cancels an order for the refund that is shown. */
export async function cancelAsShown(
  database: Database,
  order: { memberId: string; orderId: string },
  clock: Clock,
): Promise<void> {
  await database.inTransaction(async (db) => {
    const shown = await cancellationOf(db, order, clock)
    await cancelOrder(db, { ...order, expectedRefund: shown?.refund ?? null }, clock)
  })
}

/** Settles every due period, as the job does, and returns the amount paid. */
export async function settleDue(database: Database, clock: Clock): Promise<number> {
  let paid = 0
  for (const period of await duePeriods(database.kysely, clock))
    paid += (await settlePeriod(database, period, clock)).amount
  return paid
}

/** A member's or machine's balance in one of their accounts, minor units. */
export async function balance(database: Database, ownerId: string, code: string): Promise<number> {
  return (await balancesOf(database.kysely, ownerId)).find((it) => it.code === code)?.balance ?? Number.NaN
}
