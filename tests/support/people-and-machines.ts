import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { countInZoneOf } from '#server/db/machine-days.ts'
import type { Db } from '#server/db/open.ts'
import { accountOf, openMachineAccount, openMemberAccounts } from '#server/ledger/accounts.ts'
import { insertMember } from '#server/db/new-member.ts'

/** A member with ledger accounts; phone numbers never repeat. */
export async function makeMember(db: Db, of: { timeZone?: string; language?: string } = {}): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('country')
    .values({
      id: 'id',
      name: 'Indonesia',
      alias: 'id',
      dialCode: '+62',
      currency: 'IDR',
      timeZone: 'Asia/Jakarta',
      position: 0,
    })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('level')
    .values(
      [0, 30, 200].map((growthNeeded, level) => ({
        level,
        name: `Level ${level}`,
        growthNeeded,
        withdrawalDiscountBp: 0,
        upgradeBonusPoints: 0,
        salaryRewardBp: 0,
        taxRateBp: 0,
      })),
    )
    .onConflict((it) => it.column('level').doNothing())
    .execute()
  await insertMember(db, {
    id,
    phone: `+62${Number.parseInt(id.slice(0, 8), 16)}`,
    passwordHash: '',
    transactionPasswordHash: null,
    nickname: null,
    avatarUrl: null,
    country: 'id',
    language: of.language ?? 'en',
    timeZone: of.timeZone ?? 'Asia/Jakarta',
    invitationCode: id.slice(0, 13),
    invitedBy: null,
    joinedAt: '2026-01-01T00:00:00.000Z',
    deletedAt: null,
  })
  await openMemberAccounts(db, id, 'USD')
  return id
}

export interface MadeMachine {
  id: string
  productId: string
  accountId: number
  deviceNumber: string
  unitsTotal: number
}

/** A product with its machine. */
export async function makeMachine(
  db: Db,
  of: { kind?: 'vehicle' | 'pile'; deviceNumber?: string; unitsTotal?: number; memberShareBp?: number } = {},
): Promise<MadeMachine> {
  const id = randomUUID()
  const productId = randomUUID()
  const kind = of.kind ?? 'vehicle'
  const deviceNumber = of.deviceNumber ?? `T-${id.slice(0, 8)}`
  const unitsTotal = of.unitsTotal ?? 10
  await db
    .insertInto('category')
    .values({ id: `all-${kind}s`, parentId: null, kind, name: JSON.stringify({ en: 'All' }), art: 'all', position: 0 })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('level')
    .values({
      level: 0,
      name: 'Level 0',
      growthNeeded: 0,
      withdrawalDiscountBp: 0,
      upgradeBonusPoints: 0,
      salaryRewardBp: 0,
      taxRateBp: 0,
    })
    .onConflict((it) => it.column('level').doNothing())
    .execute()
  await db
    .insertInto('operator')
    .values({ id: 'somebody', name: 'Somebody', place: '', since: '2026-01-01T00:00:00.000Z' })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('product')
    .values({
      id: productId,
      categoryId: `all-${kind}s`,
      kind,
      name: `Product ${deviceNumber}`,
      edition: '',
      art: 'all',
      description: JSON.stringify({ en: '' }),
      specification: '[]',
      currency: 'USD',
      price: 1000,
      dailyIncome: 0,
      totalReturn: 0,
      yieldRate: 0,
      validityDays: 30,
      settlementType: 0,
      purchaseLimit: 0,
      levelNeeded: 0,
      giftPoints: 0,
      cancellationHours: 0,
      operatorId: 'somebody',
      offeredFrom: '2026-01-01T00:00:00.000Z',
      position: 0,
    })
    .execute()
  const accountId = await openMachineAccount(db, id, 'USD')
  await db
    .insertInto('machine')
    .values({
      id,
      productId,
      accountId,
      deviceNumber,
      kind,
      currency: 'USD',
      unitsTotal,
      memberShareBp: of.memberShareBp ?? 6000,
      stateSince: '2026-01-01T00:00:00.000Z',
      latitude: null,
      longitude: null,
      place: null,
      timeZone: 'Asia/Jakarta',
    })
    .execute()
  await db.insertInto('machineTotal').values({ machineId: id, unitsFree: unitsTotal }).execute()
  return { id, productId, accountId, deviceNumber, unitsTotal }
}

/** Inserts units of a machine that a member owns; returns their ids. */
export async function makeUnits(
  db: Db,
  of: {
    memberId: string
    machine: MadeMachine
    count?: number
    settlementType?: 0 | 1 | 2
    activeFrom: string
    expiresAt: string
  },
): Promise<string[]> {
  const { memberId, machine, activeFrom, expiresAt, count = 1 } = of
  const [draftId, purchaseId] = [randomUUID(), randomUUID()]
  const priced = { quantity: count, unitPrice: 0, discount: 0, couponId: null, coupon: 0, actualPayment: 0 }
  await db
    .insertInto('orderDraft')
    .values({ id: draftId, memberId, productId: machine.productId, ...priced, createdAt: activeFrom, expiresAt })
    .execute()
  await db
    .insertInto('purchase')
    .values({
      id: purchaseId,
      orderNumber: purchaseId,
      draftId,
      memberId,
      productId: machine.productId,
      currency: 'USD',
      ...priced,
      amount: 0,
      paidFrom: 'recharge',
      giftPoints: 0,
      paidAt: activeFrom,
      cancellableUntil: activeFrom,
      cancelledAt: null,
    })
    .execute()
  const { shareTotal } = await db
    .selectFrom('machineTotal')
    .select('shareTotal')
    .where('machineId', '=', machine.id)
    .executeTakeFirstOrThrow()
  const pendingAccountId = await accountOf(db, { ownerId: memberId, code: 'pending', asset: 'USD' })
  const ids = Array.from({ length: count }, () => randomUUID())
  await db
    .updateTable('machineTotal')
    .set((eb) => ({ unitsFree: eb('unitsFree', '-', count), unitsHeld: eb('unitsHeld', '+', count) }))
    .where('machineId', '=', machine.id)
    .execute()
  const { timeZone: zone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await countInZoneOf(db, { zone, machineId: machine.id })
  await db
    .insertInto('unit')
    .values(
      ids.map((id) => ({
        id,
        memberId,
        purchaseId,
        productId: machine.productId,
        machineId: machine.id,
        machineAccountId: machine.accountId,
        pendingAccountId,
        settlementType: of.settlementType ?? 0,
        activeFrom,
        expiresAt,
        shareBefore: shareTotal,
        settledThrough: null,
      })),
    )
    .execute()
  return ids
}

/** An owner's balances by account code. */
export async function balances(db: Db, ownerId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{
    code: string
    balance: number
  }>`select code, balance from account where owner_id = ${ownerId}`.execute(db)
  return Object.fromEntries(rows.map((it) => [it.code, it.balance]))
}
