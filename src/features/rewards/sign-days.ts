import * as v from 'valibot'
import { gameSign } from '#protocol/rewards.ts'
import { millisOf } from '../../lib/clock.ts'
import { dayIn } from '../../lib/dates.ts'
import { isOpen, type Command } from '../../outbox/command.ts'

/**
 * Today in the member's zone. The server's word where it was heard on this device's day; after that the device's clock,
 * which is all there is offline.
 */
export function todayOf(zone: string, now: number, heard: { today: string; at: number } | undefined): string {
  const device = dayIn(zone, now)
  return heard && dayIn(zone, heard.at) === device ? heard.today : device
}

/** The days for which a check-in is saved on this device and not confirmed yet. */
export function savedDays(checkIns: readonly Command[], zone: string): ReadonlySet<string> {
  return new Set(checkIns.filter(isOpen).map((it) => dayIn(zone, millisOf(it.madeAt))))
}

/** True where a check-in made here was counted for `today`: known from its own answer, also while the streak can't be asked again. */
export function isCounted(checkIns: readonly Command[], today: string): boolean {
  return checkIns.some(
    ({ state, reply }) => state === 'applied' && v.is(gameSign.answer, reply?.data) && reply.data.day === today,
  )
}
