import { millisOf, type Clock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { setSetting } from '#server/db/settings.ts'
import { makeDraft } from '#server/features/orders/drafts.ts'
import { payDraft } from '#server/features/orders/buying.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { seedLoad } from '#tests/support/ledger-load.ts'
import { besideBare, type BesideBare } from './beside-bare.ts'
import { onEach } from './databases.ts'
import type { Figure } from './figure.ts'
import { atOnce } from './per-second.ts'
import type { Recorder } from './recorder.ts'

const clock: Clock = { now: () => millisOf('2026-11-21T00:05:00.000Z') }
const sold: Clock = { now: () => millisOf('2026-11-20T00:00:00.000Z') }
const machines = 100

/**
 * Payments, claims and withdrawals of different members per second, below HTTP, each with its idempotency row, beside
 * their bare transactions in the same run.
 */
export async function commands(): Promise<Figure[]> {
  const rates = await onEach(fill, measure)
  return rates.flatMap(([name, measured]) =>
    Object.entries(measured).flatMap(([what, { commands: value, bare, ratio }]): Figure[] => [
      { what: `${what} on ${name}, each with its idempotency row, ${atOnce} at a time`, value, unit: 'per second' },
      { what: '  the bare transaction, in the same rounds', value: bare, unit: 'per second' },
      { what: '  the first as a part of the second, in the median round', value: 100 * ratio, unit: 'of 100' },
    ]),
  )
}

async function fill(database: Database): Promise<void> {
  const db = database.kysely
  await migrate(database)
  await ensurePartitions(db, clock)
  await seedLoad(database, machines, sold)
  await setSetting(db, 'withdrawal', {
    currency: 'USD',
    minimum: 1,
    maximum: 1000,
    daily: 1000,
    feeBp: 0,
    feeMinimum: 0,
    hoursToArrive: 24,
  })
}

async function measure(
  database: Database,
  recorder: Recorder,
): Promise<Record<'payments' | 'claims' | 'withdrawals', BesideBare>> {
  const on = { database, recorder, clock }
  const db = database.kysely
  const members = (await db.selectFrom('member').select('id').execute()).map((it) => it.id)
  // The units that the payments below buy. A machine's income is shared by all its units, so they precede settlement.
  await db
    .updateTable('machine')
    .set((eb) => ({ unitsTotal: eb('unitsTotal', '+', members.length) }))
    .execute()
  await db
    .updateTable('machineTotal')
    .set((eb) => ({ unitsFree: eb('unitsFree', '+', members.length) }))
    .execute()
  await settlePeriod(database, periodAt('daily', sold.now()), clock)

  const claims = await besideBare(on, members, (tx, memberId) => claimIncome(tx, { memberId, unitId: null }, clock))

  const cards = new Map<string, string>()
  for (const memberId of members) cards.set(memberId, await bindCard(db, memberId))
  const withdrawals = await besideBare(on, members, (tx, memberId) =>
    requestWithdrawal(tx, { memberId, amount: 1, cardId: cards.get(memberId)!, expectedArrival: 1 }, clock),
  )

  const products = (await db.selectFrom('product').select('id').execute()).map((it) => it.id)
  const drafts = new Map<string, string>()
  for (const [index, memberId] of members.entries()) {
    await creditTopUp(
      db,
      {
        source: 'bench',
        externalId: memberId,
        memberId,
        amount: 1000,
        currency: 'USD',
        receivedAt: '2026-11-21T00:00:00.000Z',
      },
      clock,
    )
    drafts.set(
      memberId,
      (
        await makeDraft(
          db,
          { memberId, productId: products[index % products.length]!, quantity: 1, couponId: null },
          clock,
        )
      ).id,
    )
  }
  const payments = await besideBare(on, members, (tx, memberId) =>
    payDraft(tx, { memberId, draftId: drafts.get(memberId)!, wallet: 'recharge', expectedPayment: 1000 }, clock),
  )

  const findings = await reconcile(db)
  if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings.slice(0, 3))}`)
  return { payments, claims, withdrawals }
}
