import { randomInt } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ChargingTables } from '../../../db/charging-schema.ts'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'

export type TransactionRow = Selectable<ChargingTables['chargingTransaction']>

/** A value of the meter that counts what flowed into cars, in Wh, at a time of the station's clock. */
export interface Reading {
  at: string
  wh: number
}

type NamedTransaction = Pick<TransactionRow, 'station' | 'ref' | 'isAllowed'>

/** What one message tells of a transaction. Times are the station's. */
export interface Facts {
  connector?: number | undefined
  /** Whether the token that the message carries may charge; without it, what held before holds on. */
  isAllowed?: boolean | undefined
  startedAt?: string
  endedAt?: string
  /** Readings that the station itself calls those of the start and of the end. */
  meterStart?: number | undefined
  meterStop?: number | undefined
  readings?: readonly Reading[]
}

/**
 * Adds what a message tells to its transaction, which is made where it is not known yet, `isAllowed` where it may
 * charge without a token. Messages may come in any order and more than once: the first word on a start or an end holds.
 * Returns the transaction.
 */
export async function noteFacts(
  db: Db,
  of: NamedTransaction | { station: string; id: number },
  facts: Facts,
  clock: Clock,
): Promise<TransactionRow | undefined> {
  if ('ref' in of) await makeUnlessThere(db, of, clock)
  const known = await db
    .selectFrom('chargingTransaction')
    .selectAll()
    .where('station', '=', of.station)
    .where((it) => ('ref' in of ? it('ref', '=', of.ref) : it('id', '=', of.id)))
    .forUpdate()
    .executeTakeFirst()
  if (!known) return undefined
  const merged = merge(known, facts, instant(clock))
  await db
    .updateTable('chargingTransaction')
    .set(merged)
    .where('station', '=', of.station)
    .where('id', '=', known.id)
    .execute()
  return { ...known, ...merged }
}

/** What the row becomes. Of one that was closed by rule only the late end is kept, for the operator to see. */
export function merge(
  row: TransactionRow,
  facts: Facts,
  now: string,
): Partial<Omit<TransactionRow, 'id' | 'station' | 'ref'>> & Updateable<ChargingTables['chargingTransaction']> {
  if (row.outcome !== null) {
    const isLate = row.endedSaidAt === null && row.lateMeterStop === null && facts.endedAt !== undefined
    return isLate ? { lateMeterStop: facts.meterStop ?? newest(facts.readings)?.wh ?? null } : { heardAt: row.heardAt }
  }
  const [first, last] = [oldest(facts.readings), newest(facts.readings)]
  // Sent again after its token was blocked, a start takes nothing back.
  const isSaidAgain = facts.startedAt !== undefined && row.startedSaidAt !== null
  return {
    heardAt: now,
    connector: row.connector ?? facts.connector ?? null,
    isAllowed: isSaidAgain ? row.isAllowed || facts.isAllowed === true : (facts.isAllowed ?? row.isAllowed),
    ...(row.startedSaidAt === null && facts.startedAt !== undefined
      ? { startedSaidAt: facts.startedAt, startedHeardAt: now }
      : {}),
    ...(row.endedSaidAt === null && facts.endedAt !== undefined
      ? { endedSaidAt: facts.endedAt, endedHeardAt: now }
      : {}),
    meterStart: row.meterStart ?? facts.meterStart ?? null,
    meterStop: row.meterStop ?? facts.meterStop ?? null,
    ...(first && (row.firstReadAt === null || first.at < row.firstReadAt)
      ? { firstReadAt: first.at, firstRead: first.wh }
      : {}),
    ...(last && (row.lastReadAt === null || last.at > row.lastReadAt)
      ? { lastReadAt: last.at, lastRead: last.wh }
      : {}),
  }
}

async function makeUnlessThere(db: Db, of: NamedTransaction, clock: Clock): Promise<void> {
  const empty: Insertable<ChargingTables['chargingTransaction']> = {
    ...of,
    // Stations of OCPP 1.6 have 32 bits for it. Where the station has one of that number the key refuses it, and the
    // station sends its message again.
    id: randomInt(1, 2 ** 31),
    connector: null,
    startedSaidAt: null,
    startedHeardAt: null,
    meterStart: null,
    endedSaidAt: null,
    endedHeardAt: null,
    meterStop: null,
    firstReadAt: null,
    firstRead: null,
    lastReadAt: null,
    lastRead: null,
    heardAt: instant(clock),
    closedAs: null,
    outcome: null,
    revenueId: null,
    lateMeterStop: null,
  }
  const known = await db
    .selectFrom('chargingTransaction')
    .select('id')
    .where('station', '=', of.station)
    .where('ref', '=', of.ref)
    .executeTakeFirst()
  if (known) return
  await db
    .insertInto('chargingTransaction')
    .values(empty)
    .onConflict((it) => it.columns(['station', 'ref']).doNothing())
    .execute()
}

function oldest(readings: readonly Reading[] = []): Reading | undefined {
  return readings.reduce<Reading | undefined>((found, it) => (found && found.at <= it.at ? found : it), undefined)
}

function newest(readings: readonly Reading[] = []): Reading | undefined {
  return readings.reduce<Reading | undefined>((found, it) => (found && found.at >= it.at ? found : it), undefined)
}
