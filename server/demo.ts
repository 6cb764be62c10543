import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { keyringOf } from './db/keyring.ts'
import type { Database } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { bindDemoCards } from './demo-cards.ts'
import { payDemoWeeks, signDemoContract } from './demo-contract.ts'
import { dealAsDemoMember } from './demo-dealings.ts'
import { playInDemo } from './demo-games.ts'
import { seedDemoMember } from './demo-member.ts'
import { orderAsDemoMember } from './demo-points.ts'
import { takeQuizInDemo } from './demo-quiz.ts'
import { seedDemoTeam } from './demo-team.ts'
import { hashPassword } from './features/auth/password.ts'
import { jobs } from './features/jobs.ts'
import { seedDemoContract } from './features/contracts/demo-offer.ts'
import { seedDemoGames } from './features/games/demo-games.ts'
import { seedDemoDeposits } from './features/wallet/deposits/demo-terms.ts'
import { seedDemoArticles } from './features/news/demo-articles.ts'
import { simulate } from './features/products/machines/simulate.ts'
import { seedDemoDiscount } from './features/orders/demo-discount.ts'
import { seedDemoMall } from './features/pointsmall/demo-mall.ts'
import { seedDemoCatalogue } from './features/products/demo-catalogue.ts'
import { fundDemoGifts } from './features/rewards/demo-gifts.ts'
import { seedDemoCustomerService } from './features/settings/demo-customer-service.ts'
import { seedDemoRates } from './features/wallet/exchange/rates.ts'
import { runDueJobs } from './jobs/scheduler.ts'
import type { Log } from './log.ts'

const dayMs = 86_400_000
/** How long the demo member has owned their units when the demonstration starts. */
const ownedDays = 10
/** Long enough for a card's annual fee to be overdue. */
const joinedDays = 36

/** A clock that lags the real one by a number of days or parts of days. */
export type DaysAgo = (days: number) => Clock

/**
 * Makes the demonstration's data: offers, a month of machines' revenue, and a member who bought units ten days ago and
 * has used the app since. All rows are written by the functions that real calls use. Safe to repeat after a crash at
 * any point; what the member had not done by then stays undone.
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
  const daysAgo: DaysAgo = (days) => ({ now: () => clock.now() - days * dayMs })
  await database.inTransaction((db) => seedDemoRates(db, clock))
  await database.inTransaction((db) => seedDemoArticles(db, clock))
  await database.inTransaction(seedDemoCustomerService)
  await database.inTransaction(seedDemoDiscount)
  await database.inTransaction((db) => seedDemoMall(db, daysAgo(ownedDays + 35)))
  const member = await database.kysely
    .selectFrom('memberPhone')
    .select('memberId')
    .where('phone', '=', demoMember.phone)
    .executeTakeFirst()
  // A demonstration of before has its member, and gets the games and the money for gift codes now.
  await database.inTransaction((db) => seedDemoGames(db, daysAgo(member ? 0 : joinedDays)))
  await database.inTransaction((db) => fundDemoGifts(db, daysAgo(member ? 0 : joinedDays)))
  if (member) return
  await database.inTransaction((db) => seedDemoCatalogue(db, daysAgo(ownedDays + 35)))
  await simulate({ database, clock: daysAgo(ownedDays) })
  await database.inTransaction((db) => seedDemoDeposits(db, daysAgo(joinedDays)))
  await database.inTransaction((db) => seedDemoContract(db, daysAgo(joinedDays)))
  const passwordHash = await hashPassword(demoMember.password)
  const isNew = await database.inTransaction(async (db) => {
    const made = await seedDemoMember(db, { joined: daysAgo(joinedDays), bought: daysAgo(ownedDays), passwordHash })
    if (!made) return false
    await seedDemoTeam(db, keyringOf(config), daysAgo, ownedDays)
    await bindDemoCards(db, keyringOf(config), daysAgo)
    await signDemoContract(db, keyringOf(config), clock)
    return true
  })
  await payDemoWeeks(database, clock)
  // Day by day, so that each day's income is settled, notified and dated on its day. The books are checked and old rows
  // swept once, at the end.
  const daily = jobs.filter((job) => !['reconcile', 'sweep'].includes(job.name))
  for (let days = ownedDays - 1; days > 0; days -= 1) {
    await runDueJobs({ database, clock: daysAgo(days), config, log }, daily)
    if (!isNew) continue
    await database.inTransaction((db) => playInDemo(db, keyringOf(config), days, daysAgo(days)))
    await database.inTransaction((db) => takeQuizInDemo(db, days, daysAgo(days)))
  }
  // Of several processes that start at once, only the one that made the member continues here.
  if (isNew) await database.inTransaction((db) => dealAsDemoMember(db, daysAgo, log))
  if (isNew) await database.inTransaction((db) => orderAsDemoMember(db, daysAgo))
  // Only the process that made the member closes days: it is done with what happened on them.
  await runDueJobs({ database, clock, config, log }, isNew ? jobs : daily)
}
