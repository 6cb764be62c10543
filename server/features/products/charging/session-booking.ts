import type { ChargingOutcome, ClosedAs } from '../../../db/charging-schema.ts'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import { atOnce } from '../../../db/at-once.ts'
import { lockMachines } from '../../../db/machine-totals.ts'
import type { Db } from '../../../db/open.ts'
import { bookRevenue } from '../machines/booking.ts'
import { isPlausible } from './plausible.ts'
import type { Charge } from './tariff.ts'
import { chargeFor } from './tariff.ts'
import { termsAt } from './tariffs.ts'
import { sessionTimes } from './times.ts'
import type { TransactionRow } from './transactions.ts'

export const source = 'ocpp'

interface Ended {
  startedAt: number
  endedAt: number
  energyWh: number
  isDoubted: boolean
}

/**
 * Books a transaction that is over as a session of its machine, once for ever; does nothing where it was closed before
 * or where no tariff holds yet. The caller's transaction decides about all of it.
 */
export async function bookTransaction(
  db: Db,
  { station, id }: { station: string; id: number },
  closedAs: ClosedAs,
  clock: Clock,
): Promise<void> {
  const row = await db
    .selectFrom('chargingTransaction')
    .selectAll()
    .where('station', '=', station)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.outcome !== null) return
  const { machineId } = await db
    .selectFrom('station')
    .select('machineId')
    .where('identity', '=', station)
    .executeTakeFirstOrThrow()
  // One session of a machine after the other: each is judged beside those that are booked.
  const [, machine] = await atOnce([
    lockMachines(db, [machineId]),
    db
      .selectFrom('station')
      .innerJoin('machine', 'machine.id', 'station.machineId')
      .select(['machine.id', 'deviceNumber', 'currency', 'timeZone', 'addedAt'])
      .where('identity', '=', station)
      .executeTakeFirstOrThrow(),
  ])
  const session = endedAs(row, closedAs, machine.addedAt)
  const terms = await termsAt(db, machine.id, session.startedAt)
  if (!terms) return
  const charge = chargeFor(terms, session, machine.timeZone)
  const outcome = await judge(db, row, machine.id, session, charge)
  const revenueId = outcome === 'booked' ? await book(db, { row, machine, session, charge, closedAs }, clock) : null
  await db
    .updateTable('chargingTransaction')
    .set({ closedAs, outcome, revenueId })
    .where('station', '=', station)
    .where('id', '=', id)
    .execute()
}

async function judge(
  db: Db,
  { isAllowed, station, connector }: TransactionRow,
  machineId: string,
  { energyWh, startedAt, endedAt }: Ended,
  { amount }: Charge,
): Promise<ChargingOutcome> {
  if (!isAllowed) return 'not allowed'
  const told = { station, machineId, connector, startedAt, endedAt, energyWh, amount }
  if (!(await isPlausible(db, told))) return 'implausible'
  return amount === 0 ? 'nothing' : 'booked'
}

async function book(
  db: Db,
  of: {
    row: TransactionRow
    machine: { id: string; deviceNumber: string; currency: string }
    session: Ended
    charge: Charge
    closedAs: ClosedAs
  },
  clock: Clock,
): Promise<string> {
  const { row, machine, session, charge, closedAs } = of
  const { id } = await bookRevenue(
    db,
    {
      source,
      externalId: `${row.station}/${row.id}`,
      deviceNumber: machine.deviceNumber,
      kind: 'session',
      startedAt: instant(session.startedAt),
      endedAt: instant(session.endedAt),
      energyWh: session.energyWh,
      amount: charge.amount,
      currency: machine.currency,
    },
    clock,
  )
  await db
    .insertInto('sessionCharge')
    .values({
      machineId: machine.id,
      revenueId: id,
      startFee: charge.startFee,
      energy: charge.energy,
      time: charge.time,
      perKwh: charge.price.perKwh,
      perMinute: charge.price.perMinute,
      closedAs,
      clockDoubted: session.isDoubted,
    })
    .execute()
  return id
}

/** What is known of a transaction, as a session. A meter that ran backwards has counted nothing. */
function endedAs(row: TransactionRow, closedAs: ClosedAs, addedAt: string): Ended {
  const heard = row.heardAt
  const earliest = row.firstReadAt ?? row.endedSaidAt ?? heard
  const start = { said: row.startedSaidAt ?? earliest, heard: row.startedHeardAt ?? heard }
  const end =
    closedAs === 'ended'
      ? { said: row.endedSaidAt ?? heard, heard: row.endedHeardAt ?? heard }
      : { said: row.endedSaidAt ?? row.lastReadAt ?? start.said, heard }
  const [from, to] = [row.meterStart ?? row.firstRead ?? 0, row.meterStop ?? row.lastRead ?? 0]
  const isMetered = (row.meterStart ?? row.firstRead) !== null && (row.meterStop ?? row.lastRead) !== null
  return { ...sessionTimes(start, end, addedAt), energyWh: isMetered ? Math.max(0, to - from) : 0 }
}

/** Whether a transaction that could be booked waits, because no tariff holds for its time. */
export async function waitsForTariff(db: Db, row: TransactionRow): Promise<boolean> {
  if (row.outcome !== null || !isWhole(row)) return false
  const machine = await db
    .selectFrom('station')
    .innerJoin('machine', 'machine.id', 'station.machineId')
    .select(['machine.id', 'addedAt'])
    .where('identity', '=', row.station)
    .executeTakeFirstOrThrow()
  return (await termsAt(db, machine.id, endedAs(row, 'ended', machine.addedAt).startedAt)) === undefined
}

/** Whether a transaction can be booked at once: both ends are known, with the readings that belong to them. */
export function isWhole(row: TransactionRow): boolean {
  return row.startedSaidAt !== null && row.endedSaidAt !== null && row.meterStart !== null && row.meterStop !== null
}
