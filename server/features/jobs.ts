import { rankOffers } from '../db/earned-ranks.ts'
import { rekeyDigests } from '../http/idempotency.ts'
import type { Job, JobDeps } from '../jobs/job.ts'
import { bookUnsoldShares } from '../ledger/unsold.ts'
import { onPushesQueued } from '../notices/queued.ts'
import { sweep } from './auth/sweep.ts'
import { billCards } from './cards/annual-fees.ts'
import { paySalaries } from './contracts/paying.ts'
import { closePool } from './games/pool-closing.ts'
import { announceArticles } from './news/announcing.ts'
import { reconcileNightly } from './wallet/books/reconciling.ts'
import { matureDeposits } from './wallet/deposits/ending.ts'
import { refundDueOrders } from './pointsmall/refunding.ts'
import { closeCharging } from './products/charging/closing.ts'
import { pollFeeds } from './products/machines/gbfs/polling.ts'
import { simulate } from './products/machines/simulate.ts'
import { reachAllLevels, reachLevels } from './rewards/reach-levels.ts'
import { settle } from './rewards/settle.ts'
import { sendPushes } from './settings/push-sending.ts'
import { watchRails } from './wallet/top-up/watch-rails.ts'

const minute = 60_000

/** Every job of this server, in the order in which they feed each other. */
export const jobs: readonly Job[] = [
  { name: 'simulate', when: '*/15 * * * * *', leaseMs: 5 * minute, demoOnly: true, run: simulate },
  { name: 'charging', when: '50 * * * * *', leaseMs: 5 * minute, run: closeCharging },
  { name: 'gbfs', when: '40 * * * * *', leaseMs: 10 * minute, run: pollFeeds },
  { name: 'settle', when: '5 * * * * *', leaseMs: 10 * minute, run: settle },
  { name: 'mature-deposits', when: '20 * * * * *', leaseMs: 10 * minute, run: matureDeposits },
  { name: 'rails', when: '*/10 * * * * *', leaseMs: 10 * minute, run: watchRails },
  { name: 'articles', when: '*/5 * * * * *', leaseMs: 10 * minute, run: announceArticles },
  { name: 'push', when: '*/3 * * * * *', whenThereIsWork: onPushesQueued, leaseMs: 2 * minute, run: sendPushes },
  { name: 'salaries', when: '0 */10 * * * *', leaseMs: 10 * minute, run: paySalaries },
  { name: 'levels', when: '0 */10 * * * *', leaseMs: 10 * minute, run: reachLevels },
  { name: 'points-refunds', when: '30 * * * * *', leaseMs: 10 * minute, run: refundDueOrders },
  { name: 'pool', when: '10 */5 * * * *', leaseMs: 10 * minute, run: closePool },
  { name: 'rank-offers', when: '20 */10 * * * *', leaseMs: 10 * minute, run: rankOffers },
  { name: 'bill-cards', when: '0 40 * * * *', leaseMs: 10 * minute, run: billCards },
  { name: 'sweep', when: '0 20 * * * *', leaseMs: 10 * minute, run: sweep },
  { name: 'all-levels', when: '0 30 1 * * *', leaseMs: 60 * minute, run: reachAllLevels },
  { name: 'rekey-digests', when: '0 40 1 * * *', leaseMs: 60 * minute, run: rekeyDigests },
  { name: 'unsold-shares', when: '0 50 1 * * *', leaseMs: 60 * minute, run: bookUnsold },
  { name: 'reconcile', when: '0 10 2 * * *', leaseMs: 60 * minute, run: reconcileNightly },
]

async function bookUnsold({ database, clock, log }: JobDeps): Promise<void> {
  const booked = await bookUnsoldShares(database, clock)
  if (booked > 0) log.info('shares of units that nobody held are booked', { booked })
}
