import { instant } from '../../../clock.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { lookAt } from './looking.ts'
import { railsOf } from '../rails/rails.ts'

/** Addresses in one run: a rail that answers slowly must not make a run outlive its lease. */
const addressesMost = 50

/** Checks every address that is due. One that fails is tried again a little later and doesn't delay the others. */
export async function watchRails({ database, clock, config, log }: JobDeps): Promise<void> {
  const { kysely: db } = database
  const rails = railsOf({ db, clock, config })
  if (rails.length === 0) return
  const due = await db
    .selectFrom('awaitedTopUp')
    .select(['address', 'network', (it) => it.fn.min('lookAt').as('at')])
    .where('lookAt', '<=', instant(clock))
    .where(
      'network',
      'in',
      rails.map((it) => it.network),
    )
    .groupBy(['address', 'network'])
    .orderBy('at')
    .limit(addressesMost)
    .execute()
  for (const { address, network } of due) {
    const rail = rails.find((it) => it.network === network)
    if (!rail) continue
    try {
      await lookAt({ db, transact: (work) => database.inTransaction(work), clock, log }, rail, address)
    } catch (cause) {
      log.error('a rail could not be asked', cause, { network })
      await db
        .updateTable('awaitedTopUp')
        .set({ lookAt: instant(clock.now() + 30_000) })
        .where('address', '=', address)
        .execute()
    }
  }
}
