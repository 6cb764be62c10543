import { sql } from 'kysely'
import type { feedPositions } from '#protocol/feed.ts'
import type { Args } from '#protocol/call.ts'
import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import { besideMachine, machineBeside } from '../../../db/beside-machine.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { isAtStand } from '../../locations/rules.ts'
import { setMachineState } from './service-state.ts'

export type PositionReport = Args<typeof feedPositions>['positions'][number]

/** Who rides is nobody's business for longer than a fault takes to be found. */
export const positionsKeptMs = 7 * 86_400_000

type Machine = Awaited<ReturnType<typeof lockMachines>>[number]

/**
 * Stores where vehicles were, each position once by machine and instant, in the caller's transaction, and takes the
 * newest report of each for its battery, odometer and state. Stores all or throws a DomainError that names the first
 * report that can't be: of the future, of an unknown machine, of a pile. With `toldAt` the reporter says what each
 * vehicle is doing at that instant, which is not after now, whenever it was where it was.
 */
export async function recordPositions(
  db: Db,
  reports: readonly PositionReport[],
  clock: Clock,
  { toldAt }: { toldAt?: string } = {},
): Promise<{ counted: number; known: number }> {
  const machines = new Map((await lockMachines(db, reports)).map((it) => [it.deviceNumber, it]))
  const now = clock.now()
  const all = reports.map((it, n) => ({
    ...it,
    at: instant(millisOf(it.at)),
    machine: checked(it, machines, { n, now }),
  }))
  if (toldAt !== undefined) await takeStates(db, all, toldAt, clock)
  const kept = all
    .filter((it) => millisOf(it.at) > now - positionsKeptMs)
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  if (kept.length === 0) return { counted: 0, known: reports.length }
  const counted = await store(db, kept)
  const dated = toldAt === undefined ? kept : kept.map((it) => ({ ...it, state: null }))
  const byMachine = [...Map.groupBy(dated, (it) => it.machine)]
  await storeStates(db, byMachine)
  const news = byMachine.flatMap(([machine, own]) => newsOf(machine, own))
  for (const { machine, state, since } of news)
    if (state !== null) await setMachineState(db, { deviceNumber: machine.deviceNumber, state, since }, clock)
  await storeNewest(db, news)
  return { counted, known: reports.length - counted }
}

/** In the order of their ids, as everywhere: two batches can't deadlock. */
async function lockMachines(db: Db, reports: readonly PositionReport[]) {
  return await db
    .selectFrom('machine')
    .select(['id', 'deviceNumber', 'kind', 'latitude', 'longitude', 'serviceState', 'stateSince', 'lastSeenAt'])
    .where('deviceNumber', 'in', [...new Set(reports.map((it) => it.deviceNumber))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

function checked(
  report: PositionReport,
  machines: ReadonlyMap<string, Machine>,
  { n, now }: { n: number; now: number },
): Machine {
  const reject = (field: keyof PositionReport, problem: string): never => {
    throw new DomainError('bad_request', { field: `positions.${n}.${field}`, problem })
  }
  const machine = machines.get(report.deviceNumber) ?? reject('deviceNumber', 'is unknown')
  if (machine.kind === 'pile') reject('deviceNumber', 'is a pile: it stays where it is')
  if (millisOf(report.at) > now) reject('at', 'must not be in the future')
  return machine
}

type Kept = PositionReport & { machine: Machine }

async function store(db: Db, reports: readonly Kept[]): Promise<number> {
  const rows = reports.map(({ machine, at, latitude, longitude, battery, state }) => ({
    machine_id: machine.id,
    at,
    latitude,
    longitude,
    battery,
    state,
    is_at_stand: isAtStand(standOf(machine), { latitude, longitude }),
  }))
  const { rows: stored } = await sql`
    with told as materialized (
      select it.*, coalesce(it.state, (select state from machine_state known where known.machine_id = ${machineBeside}
        and known.since <= it.at order by known.since desc limit 1), 'idle') as state_then
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as it(machine_id uuid, at timestamptz,
        latitude double precision, longitude double precision, battery smallint, state text, is_at_stand boolean)
      ${besideMachine('it.machine_id')}
    ), stored as (
      insert into machine_position (machine_id, at, latitude, longitude, battery, state, is_at_stand)
      select distinct on (machine_id, at) machine_id, at, latitude, longitude, battery, state_then, is_at_stand from told
      on conflict (machine_id, at) do nothing returning 1 as stored
    ) select stored from stored`.execute(db)
  return stored.length
}

/**
 * Takes what vehicles are said to be doing at `toldAt`. A change is dated by that, or by now where what is known is as
 * new: what was known until then stays in the history. What is older than what is known changes nothing.
 */
async function takeStates(db: Db, reports: readonly Kept[], toldAt: string, clock: Clock): Promise<void> {
  const told = new Map(reports.flatMap((it) => (it.state === null ? [] : [[it.machine, it.state] as const])))
  for (const [{ deviceNumber, serviceState, stateSince }, state] of told) {
    if (state === serviceState || toldAt < stateSince) continue
    const since = toldAt > stateSince ? toldAt : instant(clock)
    await setMachineState(db, { deviceNumber, state, since, isHeardOf: false }, clock)
  }
}

/** The changes of state that positions tell, for the history of their machines. */
async function storeStates(db: Db, byMachine: readonly [Machine, Kept[]][]): Promise<void> {
  const changes = byMachine.flatMap(([machine, reports]) => {
    const told = reports.flatMap(({ state, at }) => (state === null ? [] : [{ state, since: at }]))
    return told
      .filter(({ state, since }, n) => {
        const known = since >= machine.stateSince ? machine.serviceState : null
        return state !== (told[n - 1]?.state ?? known)
      })
      .map((it) => ({ machineId: machine.id, ...it }))
  })
  if (changes.length === 0) return
  await db
    .insertInto('machineState')
    .values(changes)
    .onConflict((it) => it.columns(['machineId', 'since']).doNothing())
    .execute()
}

interface News {
  machine: Machine
  at: string
  battery: number | null
  odometerM: number | null
  /** Its new state and since when; null where it goes on as it was. */
  state: Kept['state']
  since: string
}

/** What the newest reports of a machine change; nothing where it was heard of later. */
function newsOf(machine: Machine, reports: readonly Kept[]): News[] {
  const newest = reports.at(-1)
  if (!newest || (machine.lastSeenAt !== null && newest.at < machine.lastSeenAt)) return []
  const last = reports.findLast((it) => it.state !== null)
  const other = reports.findLast((it) => it.state !== null && it.state !== last?.state)
  const hasChanged = last?.state !== machine.serviceState || (other !== undefined && other.at >= machine.stateSince)
  const isNew = last !== undefined && hasChanged && last.at >= machine.stateSince
  const began = other === undefined ? 0 : reports.indexOf(other) + 1
  const first = reports.slice(began).find((it) => it.state !== null)
  return [
    {
      machine,
      at: newest.at,
      battery: reports.findLast((it) => it.battery !== null)?.battery ?? null,
      odometerM: reports.findLast((it) => it.odometerM !== null)?.odometerM ?? null,
      state: isNew ? last.state : null,
      since: first?.at ?? newest.at,
    },
  ]
}

async function storeNewest(db: Db, news: readonly News[]): Promise<void> {
  const rows = news.map(({ machine, at, battery, odometerM }) => ({ id: machine.id, at, battery, odometerM }))
  await sql`
    update machine set last_seen_at = greatest(last_seen_at, it.at), battery = coalesce(it.battery, machine.battery),
      odometer_m = coalesce(it."odometerM", machine.odometer_m)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as it(id uuid, at timestamptz, battery smallint,
      "odometerM" bigint)
    where machine.id = it.id`.execute(db)
}

function standOf({ latitude, longitude }: Machine) {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
