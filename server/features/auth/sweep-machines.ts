import { sql, type RawBuilder } from 'kysely'
import { deleteInBatches } from '../../db/in-batches.ts'
import { placesUntil, rideKnownAt } from '../../db/machine-places.ts'
import type { Db } from '../../db/open.ts'
import { cellOf, outOfService } from '../locations/rules.ts'

const machinesAtOnce = 200

interface Before {
  positions: RawBuilder<string>
  states: RawBuilder<string>
}

/**
 * Some machines after the other, along the keys of these tables. The newest row of each machine stays, and of one that
 * its operator brought to its stand the two that tell so.
 */
export async function sweepMachines(db: Db, before: Before): Promise<void> {
  const machines = await db.selectFrom('machine').select('id').orderBy('id').execute()
  for (let first = 0; first < machines.length; first += machinesAtOnce) {
    const ids = machines.slice(first, first + machinesAtOnce).map((it) => it.id)
    const of = sql`machine_id = any(${ids}::uuid[])`
    await sweepPositions(db, ids, before.positions)
    await deleteInBatches(
      db,
      'machineState',
      sql`${of} and since < ${before.states} and exists (select 1 from machine_state newer
        where newer.machine_id = machine_state.machine_id and newer.since > machine_state.since)`,
    )
  }
}

async function sweepPositions(db: Db, ids: readonly string[], before: RawBuilder<string>): Promise<void> {
  const old = sql`machine_id = any(${ids}::uuid[]) and at < ${before} and exists (select 1 from machine_position newer
    where newer.machine_id = machine_position.machine_id and newer.at > machine_position.at)`
  const fetched = await fetchedMachines(db, ids)
  const [machineIds, ats] = [
    fetched.flatMap((it) => [it.machineId, it.machineId]),
    fetched.flatMap((it) => [it.awayAt, it.arrivalAt]),
  ]
  await deleteInBatches(
    db,
    'machinePosition',
    sql`${old} and not exists (select 1 from unnest(${machineIds}::uuid[], ${ats}::timestamptz[]) kept(machine_id, at)
      where kept.machine_id = machine_position.machine_id and kept.at = machine_position.at)`,
  )
  await roundPlaces(db, old)
}

/** Machines that their operator brought to their stand and nobody has ridden since: when last away, and the arrival. */
async function fetchedMachines(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ machineId: string; awayAt: string; arrivalAt: string }>`
    select m.id as machine_id, away.at as away_at, arrival.at as arrival_at
    from machine m ${placesUntil(sql`'infinity'::timestamptz`)}
    where m.id = any(${ids}::uuid[]) and away.state = any(${outOfService}::text[]) and arrival.state = any(${outOfService}::text[])
      and coalesce(${rideKnownAt} <= away.at, true)`.execute(db)
  return rows
}

/** Where a vehicle was fetched can be at a rider's door: what stays of it is what everybody was shown. */
async function roundPlaces(db: Db, old: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ machineId: string; at: string; latitude: number; longitude: number }>`
    select machine_id, at, latitude, longitude from machine_position where ${old} and not is_at_stand`.execute(db)
  for (const { machineId, at, ...place } of rows) {
    const cell = cellOf(place)
    if (cell.latitude === place.latitude && cell.longitude === place.longitude) continue
    await db.updateTable('machinePosition').set(cell).where('machineId', '=', machineId).where('at', '=', at).execute()
  }
}
