import { addDays } from '../../clock.ts'

/** Where fewer people have topped up, a team's sum would tell what one of them has: it is not told. */
export const membersNeededForSums = 5

/**
 * What one of a team changed its sum by in the week that begins on `monday`, in minor units. `memberId` is null where
 * it is the change of all: of a week in which `certainlyToldFrom` people changed it.
 */
export interface ChangeOfWeek {
  monday: string
  memberId: string | null
  amount: number
}

/** A team's sum at the start of `asOf`, a Monday. */
export interface TeamSum {
  asOf: string
  total: number
}

/** Fewer than the needed ones wait from before, and each of them may have undone their change in the week. */
export const certainlyToldFrom = 2 * membersNeededForSums - 1

/**
 * The sums of a team that may be told, oldest first: that of each Monday at which enough people had changed it since
 * the one told before, so that no difference of two tells what fewer have. `waiting` people have changed it since the
 * last. `weeks` are in their order.
 */
export function sumsToTell(weeks: readonly ChangeOfWeek[], needed = membersNeededForSums) {
  const sums: TeamSum[] = []
  let total = 0
  let since = new Map<string, number>()
  const waiting = () => [...since.values()].filter((it) => it !== 0).length
  for (const [at, { monday, memberId, amount }] of weeks.entries()) {
    total += amount
    if (memberId !== null) since.set(memberId, (since.get(memberId) ?? 0) + amount)
    const isEnded = weeks[at + 1]?.monday !== monday
    if (memberId !== null && (!isEnded || waiting() < needed)) continue
    sums.push({ asOf: addDays(monday, 7), total })
    since = new Map()
  }
  return { sums, waiting: waiting() }
}
