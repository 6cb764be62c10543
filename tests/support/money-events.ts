import { randomUUID } from 'node:crypto'
import { instant } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { isSqlError } from '#server/db/connection.ts'
import { chargeCard } from '#server/features/cards/bills.ts'
import { paySalaries } from '#server/features/contracts/paying.ts'
import { matureDeposits } from '#server/features/wallet/deposits/ending.ts'
import { setAside, OperatorShort, payInCapital } from '#server/ledger/set-aside.ts'
import { issueGiftCode } from '#server/features/rewards/gift-codes.ts'
import { takeBackRevenue } from '#server/features/products/machines/taking-back.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { takeBackTopUp } from '#server/features/wallet/reversals/top-ups.ts'
import { moveWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { house } from '#server/ledger/accounts.ts'
import { AlreadyPosted, post } from '#server/ledger/post.ts'
import { lateTrip, topUp } from './ledger-world.ts'
import type { ResolvedAct } from './money-act.ts'
import type { Event, How } from './money-history.ts'
import { day, hour } from './money-state.ts'
import type { MoneyWorld } from './money-world.ts'
import { crashing, ignoringCrash } from './process-crash.ts'
import { shopOn } from './shop.ts'

/** Runs an event in the manner of `how`; returns whether the server accepted it. */
export async function applyEvent(world: MoneyWorld, resolved: ResolvedAct<Event>, how: How): Promise<boolean> {
  const once = () => wasAccepted(() => perform(world, world.database, resolved))
  if (how === 'killed' || how === 'lost')
    await ignoringCrash(() =>
      wasAccepted(() => perform(world, crashing(world.database, how === 'killed' ? 'before' : 'after'), resolved)),
    )
  const outcomes =
    how === 'twice at once'
      ? await Promise.all([once(), once()])
      : how === 'again'
        ? [await once(), await once()]
        : [await once()]
  if (new Set(outcomes).size > 1) throw new Error(`the same was let and refused: ${JSON.stringify(resolved)}`)
  return outcomes[0] ?? false
}

/** Advances the clock and runs the due jobs; what a killed process left undone, the next one does. */
export async function passTime({ database, clock }: MoneyWorld, days: number, how: How, spared: number): Promise<void> {
  clock.advance(days * day + hour)
  const jobs = async (on: Database) => {
    await settle({ database: on, clock })
    await matureDeposits({ database: on, clock })
    await paySalaries({ database: on, clock })
  }
  if (how === 'killed' || how === 'lost')
    await ignoringCrash(() => jobs(crashing(database, how === 'killed' ? 'before' : 'after', spared)))
  await (how === 'twice at once' ? Promise.all([jobs(database), jobs(database)]) : jobs(database))
  if (how === 'again') await jobs(database)
  // Reads ask for what was settled before now.
  clock.advance(1)
}

async function perform(
  world: MoneyWorld,
  database: Database,
  { act, n, at, to, amount, externalId, of }: ResolvedAct<Event>,
): Promise<unknown> {
  const { run, clock, members, offers, ids } = world
  const member = 'who' in act ? members[act.who] : undefined
  const ref = `${run} ${n}`
  switch (act.kind) {
    case 'top up':
      ids.set(at, `${run} ${externalId}`)
      return await topUp(database, member?.memberId ?? '', act.amount, `${run} ${externalId}`, clock)
    case 'take back':
      return await database.inTransaction((db) =>
        takeBackTopUp(
          db,
          {
            source: 'test',
            externalId: ids.get(at) ?? '',
            amount,
            reference: `${run} ${externalId}`,
            reason: 'A reason.',
          },
          clock,
        ),
      )
    case 'take trip back':
      return await database.inTransaction((db) =>
        takeBackRevenue(
          db,
          { source: 'test', externalId: `${run} ${of}`, reference: `${run} ${externalId}`, reason: 'A reason.' },
          clock,
        ),
      )
    case 'trip':
      return await lateTrip(
        database,
        offers[act.what]?.deviceNumber ?? '',
        act.amount,
        `${run} ${externalId}`,
        clock,
        act.lateHours * hour,
      )
    case 'give coupon': {
      const id = idFor(world, n)
      return await database.inTransaction((db) =>
        shopOn({ ...database, kysely: db }, clock).coupon(member?.memberId ?? '', {
          id,
          type: act.type,
          value: act.value,
          minimum: act.minimum,
          days: act.days,
        }),
      )
    }
    case 'issue code': {
      const code = idFor(world, n).toUpperCase()
      ids.set(n, code)
      const gifts = [
        { of: 'money' as const, amount: act.amount, currency: 'USD' },
        { of: 'gold' as const, amount: act.gold },
      ] as const
      return await database
        .inTransaction((db) =>
          issueGiftCode(db, { code, gifts, uses: act.uses, expiresAt: instant(clock.now() + act.days * day) }, clock),
        )
        .catch((cause: unknown) => issuedBefore(database.kysely, code, cause))
    }
    case 'bill card':
      return ids.set(
        n,
        await database.inTransaction((db) =>
          chargeCard(db, { cardId: member?.cardId ?? '', ref, amount: act.amount }, clock),
        ),
      )
    case 'capital':
      return await database.inTransaction((db) => payInCapital(db, { amount: act.amount, currency: 'USD', ref }, clock))
    case 'fund':
      return await database.inTransaction((db) =>
        fund(db, act.what, { amount: act.amount, currency: 'USD', ref }, world),
      )
    case 'move':
      return await database.inTransaction((db) =>
        moveWithdrawal(db, { id: ids.get(at) ?? '', to, reason: 'A reason.' }, clock),
      )
  }
}

async function fund(
  db: Db,
  code: 'reserve' | 'gifts' | 'salary',
  { amount, currency, ref }: { amount: number; currency: string; ref: string },
  { clock }: MoneyWorld,
): Promise<unknown> {
  if (code === 'reserve') return await setAside(db, { code: 'reserve', amount, currency, ref }, clock)
  const kind = code === 'gifts' ? 'gift_funding' : 'salary_funding'
  return await post(
    db,
    [
      {
        debit: house('operator'),
        credit: { ownerId: null, code },
        amount,
        asset: currency,
        kind,
        ref,
      },
    ],
    clock,
  )
}

/** The id of an act, the same however often it is sent. */
function idFor({ ids }: MoneyWorld, n: number): string {
  const id = ids.get(n) ?? randomUUID()
  ids.set(n, id)
  return id
}

/** Swallows the rejection of a repeated code; any other error is thrown. */
async function issuedBefore(db: Db, code: string, cause: unknown): Promise<void> {
  const issued =
    cause instanceof DomainError &&
    (await db.selectFrom('giftCode').select('code').where('code', '=', code).executeTakeFirst())
  if (!issued) throw cause
}

async function wasAccepted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (cause) {
    // A repeated event was done the first time.
    if (cause instanceof AlreadyPosted || isSqlError(cause, '23505')) return true
    if (cause instanceof DomainError || cause instanceof OperatorShort || isSqlError(cause, 'VF003')) return false
    throw cause
  }
}
