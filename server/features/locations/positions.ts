import { sql, type RawBuilder } from 'kysely'
import type { MachinePosition } from '#protocol/locations.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { placesUntil, rideKnownAt } from '../../db/machine-places.ts'
import type { Db } from '../../db/open.ts'
import { distanceM, type Place } from '../../distance.ts'
import { shownPlace, shownUntil, type ReportedPosition } from './rules.ts'

/** Where a machine may be shown, with what its owners may know of it besides. */
export interface ShownMachine extends MachinePosition {
  battery: number | null
  plugs: number
  plugsInUse: number
}

type Row = Omit<ShownMachine, 'latitude' | 'longitude' | 'exact' | 'reportedAt' | 'lastSeenAt'> & {
  latitude: number | null
  longitude: number | null
  stateSince: string
  lastSeenAt: string | null
  last: ReportedPosition | null
  away: ReportedPosition | null
  arrival: ReportedPosition | null
  rideKnownAt: number | null
}

/** Machines on offer, of one kind or all, in the order of their offers. */
export async function machinesOnOffer(db: Db, kind: 'vehicle' | 'pile' | undefined, clock: Clock) {
  return await shownMachines(
    db,
    sql`p.offer = 'open' and p.offered_from <= ${instant(clock)}::timestamptz ${kind === undefined ? sql`` : sql`and m.kind = ${kind}`}`,
    clock,
  )
}

/** Machines of one kind that a member holds active units of, or the one behind a unit of the member's. */
export async function ownMachines(
  db: Db,
  { memberId, unitId, kind }: { memberId: string; unitId: string | undefined; kind: 'vehicle' | 'pile' },
  clock: Clock,
): Promise<ShownMachine[]> {
  const units = sql`select machine_id from unit where member_id = ${memberId}
    ${unitId === undefined ? sql`and status = 'active'` : sql`and id = ${unitId}`}`
  return await shownMachines(db, sql`m.kind = ${kind} and m.id in (${units})`, clock)
}

/**
 * The machines whose shown place is within `radiusM` metres of a point, the nearest first. Where a machine really is
 * plays no part: who searched in smaller and smaller circles would find it.
 */
export function near(machines: readonly ShownMachine[], point: Place, radiusM: number): ShownMachine[] {
  return machines
    .map((machine) => ({ machine, away: distanceM(point, machine) }))
    .filter(({ away }) => away <= radiusM)
    .toSorted((a, b) => a.away - b.away)
    .map(({ machine }) => machine)
}

async function shownMachines(db: Db, which: RawBuilder<unknown>, clock: Clock): Promise<ShownMachine[]> {
  const until = sql`${instant(shownUntil(clock.now()))}::timestamptz`
  const { rows } = await sql<Row>`
    select m.id as machine_id, m.product_id, p.name, m.kind, p.art, m.device_number, m.service_state, m.state_since,
      m.latitude, m.longitude, coalesce(m.place, '') as place, m.battery, greatest(m.last_seen_at, plug.seen_at) as last_seen_at,
      greatest(1, plug.known) as plugs,
      case when plug.known > 0 then plug.in_use when m.service_state = 'in service' then 1 else 0 end as plugs_in_use,
      ${reported('last')}, ${reported('away')}, ${reported('arrival')}, ${millis(rideKnownAt)} as ride_known_at
    from machine m join product p on p.id = m.product_id
    left join (
      select machine_id, seen_at, count(number)::int as known,
        (count(*) filter (where status in (${busyPlugs})))::int as in_use
      from station left join connector on connector.station = station.identity and number > 0
      where removed_at is null and machine_id in (
        select m.id from machine m join product p on p.id = m.product_id where ${which} and m.closed_at is null)
      group by identity
    ) plug on plug.machine_id = m.id
    ${placesUntil(until)}
    where ${which} and m.closed_at is null
    order by p.position, p.id`.execute(db)
  return rows.flatMap((row) => shown(row, clock.now()))
}

/** What OCPP 1.6 and 2.0.1 call a plug that a vehicle charges at. */
const busyPlugs = sql.join(
  ['Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing', 'Occupied'].map((it) => sql.lit(it)),
)

function reported(name: 'last' | 'away' | 'arrival'): RawBuilder<unknown> {
  const column = (of: string) => sql.ref(`${name}.${of}`)
  return sql`case when ${column('at')} is not null then jsonb_build_object('at', ${millis(column('at'))},
    'latitude', ${column('latitude')}, 'longitude', ${column('longitude')}, 'state', ${column('state')},
    'isAtStand', ${column('is_at_stand')}) end as ${sql.ref(name)}`
}

function millis(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${at}) * 1000)::bigint`
}

/** One machine, or none where nobody ever said where it is. */
function shown(row: Row, now: number): ShownMachine[] {
  const { latitude, longitude, stateSince, last, away, arrival, rideKnownAt: ride, ...rest } = row
  const positions = [away, arrival, last].filter((it) => it !== null)
  const place = shownPlace(
    {
      kind: row.kind === 'vehicle' ? 'vehicle' : 'pile',
      stand: latitude === null || longitude === null ? null : { latitude, longitude },
      isInService: row.serviceState === 'in service',
      positions,
      rideKnownAt: ride,
    },
    now,
  )
  if (!place) return []
  const { at, ...where } = place
  return [{ ...rest, ...where, reportedAt: at === null ? (rest.lastSeenAt ?? stateSince) : instant(at) }]
}
