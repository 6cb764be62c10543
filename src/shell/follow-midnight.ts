import type { Query } from '@tanstack/react-query'
import { profile } from '../entities/profile.ts'
import { queryClient } from '../cache/cache.ts'
import { isEverybodys } from '../cache/placement.ts'
import { dayIn, deviceZone } from '../lib/dates.ts'
import { isVisible } from '../lib/when-visible.ts'
import { reported } from '../lib/report.ts'
import { serverNow } from '../lib/server-clock.ts'

const lookMs = 10_000
/** All apps of a zone have midnight at once: their requests are spread over this span. Milliseconds. */
const [soonest, latest] = [5000, 60_000]

/**
 * Asks anew for what a page shows when the member's day has changed while it stayed open: "today" is another day then.
 * A page that was in the background does so when it comes to the front.
 */
export function followMidnight(random = Math.random): void {
  let day = today()
  const look = () => {
    if (!isVisible() || today() === day) return
    day = today()
    setTimeout(askAnew, soonest + random() * (latest - soonest))
  }
  setInterval(look, lookMs)
  document.addEventListener('visibilitychange', look)
}

function askAnew(): void {
  const predicate = ({ queryKey }: Query) => !isEverybodys(String(queryKey[0]))
  queryClient.invalidateQueries({ predicate }).catch(reported('midnight'))
}

/** Read each time: the member may sign in, or change their zone. */
function today(): string {
  const zone = queryClient.getQueryData(profile.queryKey)?.userInfo.timeZone ?? deviceZone()
  return dayIn(zone, serverNow())
}
