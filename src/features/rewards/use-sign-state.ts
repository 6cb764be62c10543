import { useQuery } from '@tanstack/react-query'
import { systemClock } from '../../lib/clock.ts'
import type { Command } from '../../outbox/command.ts'
import { useCheckIns } from './commands.ts'
import { streak } from './queries.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { daysHeard, savedDays, standing, todayOf, type Standing } from './sign-days.ts'

export interface SignState {
  today: string
  stands: Standing
  /** Days whose check-in is saved on this device and not confirmed. */
  saved: ReadonlySet<string>
  /** The last check-in of this device: under way, or answered within a day. */
  last: Command | undefined
  /** Gold coins for the next check-in; undefined while unknown. */
  nextPoints: number | undefined
  /** The member has checked in at least once, on any device. */
  hasSigned: boolean
}

/** The state of today's check-in, as far as this device knows it. */
export function useSignState(): SignState {
  const query = useQuery(streak)
  const zone = useMemberZone()
  const checkIns = useCheckIns()
  const now = systemClock.now()
  const heard = query.data ? [{ today: query.data.today, at: query.dataUpdatedAt }] : []
  const today = todayOf(zone, now, [...heard, ...daysHeard(checkIns, zone)])
  const saved = savedDays(checkIns, zone, { now, today })
  const last = checkIns.at(-1)
  return {
    today,
    saved,
    last,
    nextPoints: query.data?.nextPoints,
    stands: standing({ today, streak: query.data, isAsking: query.fetchStatus === 'fetching', checkIns, saved }),
    hasSigned: (query.data?.total ?? 0) > 0 || last !== undefined,
  }
}
