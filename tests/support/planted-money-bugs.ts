import type { PlantedBug } from './planted-bug.ts'
import { amounts } from './planted-money-bugs/amounts.ts'
import { days } from './planted-money-bugs/days.ts'
import { invitations } from './planted-money-bugs/invitations.ts'
import { keys } from './planted-money-bugs/keys.ts'
import { lateRevenue } from './planted-money-bugs/late-revenue.ts'
import { limits } from './planted-money-bugs/limits.ts'
import { locks } from './planted-money-bugs/locks.ts'
import { owners } from './planted-money-bugs/owners.ts'
import { repeats } from './planted-money-bugs/repeats.ts'
import { sourcesOfMoney } from './planted-money-bugs/sources-of-money.ts'
import { uncleared } from './planted-money-bugs/uncleared.ts'

/** Mistakes in the server's money, each with the one test that must fail with it. */
export const plantedMoneyBugs: readonly PlantedBug[] = [
  ...locks,
  ...repeats,
  ...limits,
  ...days,
  ...lateRevenue,
  ...amounts,
  ...sourcesOfMoney,
  ...owners,
  ...invitations,
  ...keys,
  ...uncleared,
]
