import { distanceM, type Place } from '../../distance.ts'

/** What others than the operator may know of places (docs/positions.md). Times in milliseconds. */

const minute = 60_000
const slotMs = 10 * minute
const standM = 100
/** Degrees of latitude of one cell: 1,000.8 m. */
const cellDegrees = 0.009

/** States in which only the operator moves a vehicle. */
export const outOfService: readonly string[] = ['resting', 'paused or faulty']

export interface ReportedPosition extends Place {
  at: number
  state: string
  isAtStand: boolean
}

/**
 * What is known of a machine. `positions` are in the order of their times. `rideKnownAt` is the last instant at which
 * it is known to have been ridden: the end of a trip, or a report that it is in service.
 */
export interface PositionHistory {
  kind: 'vehicle' | 'pile'
  stand: Place | null
  isInService: boolean
  positions: readonly ReportedPosition[]
  rideKnownAt: number | null
}

/** A place as it may be shown; `at` is when the machine reported it, null where it is the place of its offer. */
export interface ShownPlace extends Place {
  exact: boolean
  at: number | null
}

/**
 * Where a machine is, for anyone but the operator. It depends on nothing that was reported after `shownUntil`, except
 * that a ride begun since makes it less exact. An exact place is always the stand, never one that was reported. Null
 * where nothing is known.
 */
export function shownPlace(machine: PositionHistory, now: number): ShownPlace | null {
  const { kind, stand, positions } = machine
  if (kind === 'pile') return stand && { ...placeOf(stand), exact: true, at: null }
  const known = positions.filter((it) => it.at <= shownUntil(now))
  const last = known.at(-1)
  if (!last) return stand && { ...cellOf(stand), exact: false, at: null }
  const isExact = stand !== null && wasBroughtToStand(machine, known)
  return { ...(isExact ? placeOf(stand) : cellOf(last)), exact: isExact, at: last.at }
}

/**
 * The instant up to which reports count, at least ten minutes ago. It moves on once in ten minutes for all machines:
 * who could ask every second would otherwise see when a machine crosses the border of a cell, and so where.
 */
export function shownUntil(now: number): number {
  return Math.floor((now - slotMs) / slotMs) * slotMs
}

/** The middle of the cell that a place is in. Cells are the same for every machine and at every time. */
export function cellOf({ latitude, longitude }: Place): Place {
  const middle = clamp(middleOf(latitude, cellDegrees), 90)
  // Cells of a row are equally wide, about as wide as high; at the poles a row is one cell.
  const width = Math.min(360, cellDegrees / Math.max(1e-9, Math.cos((middle * Math.PI) / 180)))
  return { latitude: rounded(middle), longitude: rounded(clamp(middleOf(longitude, width), 180)) }
}

/** Within 100 m of the stand: GPS beside a wall is no better. */
export function isAtStand(stand: Place | null, place: Place): boolean {
  return stand !== null && distanceM(stand, place) <= standM
}

/**
 * Whether the operator itself took the machine out of service elsewhere and brought it to its stand, and nobody has
 * ridden it since. Every other movement may have been a ride whose trip is reported later, and its end stays unknown.
 */
function wasBroughtToStand({ isInService, rideKnownAt }: PositionHistory, known: readonly ReportedPosition[]): boolean {
  const before = known.findLastIndex((it) => !it.isAtStand)
  const [away, arrival] = [known[before], known[before + 1]]
  return (
    !isInService &&
    away !== undefined &&
    arrival !== undefined &&
    isOutOfService(away) &&
    isOutOfService(arrival) &&
    (rideKnownAt === null || rideKnownAt <= away.at)
  )
}

function isOutOfService({ state }: ReportedPosition): boolean {
  return outOfService.includes(state)
}

function middleOf(value: number, size: number): number {
  return (Math.floor(value / size) + 0.5) * size
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}

/** Without the noise of floating-point numbers: a tenth of a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function placeOf({ latitude, longitude }: Place): Place {
  return { latitude, longitude }
}
