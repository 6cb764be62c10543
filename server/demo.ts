import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { keyringOf } from './db/keyring.ts'
import type { Database } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { bindDemoCards } from './demo-cards.ts'
import { payDemoWeeks, signDemoContract } from './demo-contract.ts'
import { dealAsDemoMember } from './demo-dealings.ts'
import { seedDemoMember } from './demo-member.ts'
import { jobs } from './features/jobs.ts'
import { seedDemoContract } from './features/contracts/demo-offer.ts'
import { seedDemoDeposits } from './features/wallet/deposits/demo-terms.ts'
import { simulate } from './features/products/machines/simulate.ts'
import { seedDemoCatalogue } from './features/products/demo-catalogue.ts'
import { seedDemoRates } from './features/wallet/exchange/rates.ts'
import { runDueJobs } from './jobs/scheduler.ts'
import type { Log } from './log.ts'

const dayMs = 86_400_000
/** How long the demo member has owned their units when the demonstration starts. */
const ownedDays = 10
/** Long enough for a card's annual fee to have been left unpaid. */
const joinedDays = 36

/** The clock as it stood so many days, or parts of days, before the demonstration began. */
export type DaysAgo = (days: number) => Clock

/**
 * Makes the demonstration's world: offers, a month of what their machines took in, and a member who bought some
 * of them ten days ago and has had some dealings since. Everything goes through the doors that real data uses. Safe to
 * repeat after a crash at any point; what the member had not done by then stays undone.
 */
export async function seedDemo({
  database,
  clock,
  config,
  log,
}: {
  database: Database
  clock: Clock
  config: Config
  log: Log
}): Promise<void> {
  await database.inTransaction((db) => seedDemoRates(db, clock))
  const member = await database.kysely
    .selectFrom('member')
    .select('id')
    .where('phone', '=', demoMember.phone)
    .executeTakeFirst()
  if (member) return
  const daysAgo: DaysAgo = (days) => ({ now: () => clock.now() - days * dayMs })
  await database.inTransaction((db) => seedDemoCatalogue(db, daysAgo(ownedDays + 35)))
  await simulate({ database, clock: daysAgo(ownedDays) })
  await database.inTransaction((db) => seedDemoDeposits(db, daysAgo(joinedDays)))
  await database.inTransaction((db) => seedDemoContract(db, daysAgo(joinedDays)))
  const isNew = await database.inTransaction(async (db) => {
    const made = await seedDemoMember(db, { joined: daysAgo(joinedDays), bought: daysAgo(ownedDays) })
    if (!made) return false
    await bindDemoCards(db, keyringOf(config), daysAgo)
    await signDemoContract(db, keyringOf(config), clock)
    return true
  })
  await payDemoWeeks(database, clock)
  // Day by day, so that each day's income was settled, told and dated on its day.
  // All books are gone through once, at the end.
  const daily = jobs.filter((job) => job.name !== 'reconcile')
  for (let days = ownedDays - 1; days > 0; days -= 1)
    await runDueJobs({ database, clock: daysAgo(days), config, log }, daily)
  // Of several processes that start at once one made the member, and deals for them.
  if (isNew) await database.inTransaction((db) => dealAsDemoMember(db, daysAgo, log))
  await runDueJobs({ database, clock, config, log }, jobs)
}
