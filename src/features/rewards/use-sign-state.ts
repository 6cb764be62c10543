import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { signNumber } from '#protocol/rewards.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Command } from '../../outbox/command.ts'
import { checkInState, useCheckIns, type CheckInState } from '../../outbox/check-ins.ts'
import { streak } from './queries.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { useToday } from '../../ui/use-today.ts'

export interface SignState extends CheckInState<Answer<typeof signNumber>> {
  /** The last check-in of this device: under way, or answered within a day. */
  last: Command | undefined
  /** The member has checked in at least once, on any device. */
  hasSigned: boolean
}

/** The state of today's check-in, as far as this device knows it. */
export function useSignState(): SignState {
  const query = useQuery(streak)
  const zone = useMemberZone()
  const checkIns = useCheckIns()
  useToday(zone)
  const last = checkIns.at(-1)
  return {
    ...checkInState(query, checkIns, zone, systemClock.now()),
    last,
    hasSigned: (query.data?.total ?? 0) > 0 || last !== undefined,
  }
}
