import { millisOf } from '../../clock.ts'
import type { PointsStatus } from '../../db/points-schema.ts'

/**
 * What can happen to an order: the member asks for a refund or receives, the operator ships or refunds, and what was
 * asked for lapses into a refund when the operator has said nothing for a day.
 */
export type Step = 'ask' | 'ship' | 'refund' | 'lapse' | 'receive'

/** Which state follows a step; `docs/decisions/0049` says why. */
const next: Record<Step, Partial<Record<PointsStatus, PointsStatus>>> = {
  ask: { 201: 202 },
  ship: { 201: 301, 202: 301 },
  refund: { 201: 203, 202: 203, 301: 203 },
  // What has left meanwhile is refunded by the operator alone.
  lapse: { 202: 203 },
  receive: { 301: 401 },
}

/** States that a step has led to already: coming again, it changes nothing and is no error. */
const reached: Record<Step, readonly PointsStatus[]> = {
  ask: [202, 203],
  ship: [301],
  refund: [203],
  lapse: [203],
  receive: [401],
}

/** The state after a step; `same` where the step was taken before, undefined where it can't be taken. */
export function stateAfter(status: PointsStatus, step: Step): PointsStatus | 'same' | undefined {
  return reached[step].includes(status) ? 'same' : next[step][status]
}

/** Pieces go back on sale where they never left. Those on their way come back by the operator's count. */
export function isRestocked(from: PointsStatus): boolean {
  return from === 201 || from === 202
}

/** How long the operator has to say that a parcel has left before the points come back by themselves. */
export const refundMs = 24 * 3_600_000

/** Whether the operator's day is over. Only a refund follows then, though the job hasn't come round to it yet. */
export function isRefundDue(
  { status, refundAskedAt }: { status: PointsStatus; refundAskedAt: string | null },
  now: number,
): boolean {
  return status === 202 && refundAskedAt !== null && millisOf(refundAskedAt) + refundMs <= now
}
