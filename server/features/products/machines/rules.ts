import { millisOf } from '../../../clock.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { partOf } from '../../../ledger/basis-points.ts'

/** What a machine or its feed reports. Amount in minor units, energy in watt-hours, distance in metres. */
export interface Report {
  source: string
  externalId: string
  deviceNumber: string
  kind: 'trip' | 'session'
  startedAt: string
  endedAt: string
  energyWh?: number | null
  distanceM?: number | null
  amount: number
  currency: string
}

/** A run of more than a million major units is a broken meter. The bound also keeps every sum within exact integers. */
const amountMost = 100_000_000
const measureMost = 1_000_000_000

/** Throws a DomainError that names the field when a report can't be true. */
export function checkReport(report: Report, now: number): void {
  const ended = millisOf(report.endedAt)
  if (ended > now) reject('endedAt', 'must not be in the future')
  if (millisOf(report.startedAt) > ended) reject('startedAt', 'must not be after endedAt')
  if (report.amount < 1 || report.amount > amountMost) reject('amount', `must be from 1 to ${amountMost} minor units`)
  if ((report.energyWh ?? 0) > measureMost) reject('energyWh', `must be at most ${measureMost}`)
  if ((report.distanceM ?? 0) > measureMost) reject('distanceM', `must be at most ${measureMost}`)
}

/** Vehicles make trips, piles make sessions, each in the currency of the machine's books. */
export function checkFits(report: Report, machine: { kind: 'vehicle' | 'pile'; currency: string }): void {
  if ((machine.kind === 'vehicle') !== (report.kind === 'trip'))
    reject('deviceNumber', `is a ${machine.kind}: it reports ${machine.kind === 'vehicle' ? 'trips' : 'sessions'}`)
  if (report.currency !== machine.currency) reject('currency', `must be ${machine.currency}`)
}

const dayMs = 86_400_000
/** How late revenue may be and still be of those who held units when it was earned (docs/ledger.md, "Settlement"). */
export const lateMost = 30 * dayMs

/**
 * When a trip or session counts, as epoch milliseconds: at its end. One that arrives later than the bound counts as if
 * it had ended at the bound, so that its share is still a member's, and of nobody who could have bought for it.
 */
export function countsAt(endedAt: number, arrivedAt: number): number {
  return Math.max(endedAt, arrivedAt - lateMost)
}

/** The members' share of a machine's revenue, rounded down; the rest is the operator's. */
export function shareOf(amount: number, memberShareBp: number): number {
  return partOf(amount, memberShareBp)
}

function reject(field: string, problem: string): never {
  throw new DomainError('bad_request', { field, problem })
}
