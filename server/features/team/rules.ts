import { addDays } from '../../clock.ts'

/** Where fewer people have topped up, a team's sum would tell what one of them has: it is not told. */
export const membersNeededForSums = 5

/** What one of a team changed its sum by in the week that begins on `monday`, in minor units. */
export interface WeekOfMember {
  monday: string
  memberId: string
  amount: number
}

/** A team's sum at the start of `asOf`, a Monday, and how many people it is of. */
export interface TeamSum {
  asOf: string
  total: number
  members: number
}

/**
 * The sums of a team that may be told, oldest first: that of each Monday at which enough people had changed it since
 * the one told before, so that no difference of two tells what fewer have. `waiting` people have changed it since the
 * last. `weeks` are in their order.
 */
export function sumsToTell(weeks: readonly WeekOfMember[], needed = membersNeededForSums) {
  const sums: TeamSum[] = []
  const all = new Map<string, number>()
  let since = new Map<string, number>()
  const waiting = () => [...since.values()].filter((it) => it !== 0).length
  for (const [at, { monday, memberId, amount }] of weeks.entries()) {
    for (const map of [all, since]) map.set(memberId, (map.get(memberId) ?? 0) + amount)
    if (weeks[at + 1]?.monday === monday || waiting() < needed) continue
    const of = [...all.values()]
    const total = of.reduce((sum, it) => sum + it, 0)
    sums.push({ asOf: addDays(monday, 7), total, members: of.filter((it) => it > 0).length })
    since = new Map()
  }
  return { sums, waiting: waiting() }
}
