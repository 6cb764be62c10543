import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { rejectOtherKind } from './db/demonstration.ts'
import { openDatabase, type Database } from './db/open.ts'
import { runningRole, whoRuns } from './db/running-role.ts'
import { seedReference } from './db/seed/reference.ts'
import { seedDemo } from './demo.ts'
import { httpSender } from './http-sender.ts'
import { consoleSender } from './sender.ts'
import { missingLegalTexts, neededToRegister } from './features/news/missing-legal.ts'
import { seedQuestions } from './features/rewards/quiz-questions.ts'
import { railsOf } from './features/wallet/rails/rails.ts'
import { welcomeInDemo } from './features/wallet/top-up/crediting.ts'
import { openArchive } from './http/street-archive.ts'
import type { Deps } from './app.ts'
import type { Log } from './log.ts'
import { migrate } from './db/migrate.ts'
import { databaseRefusal, StartError } from './start-error.ts'
import { rejectMissingKeys } from './db/missing-keys.ts'
import { ensurePartitions } from './ledger/partitions.ts'

interface Given {
  database: Database
  clock: Clock
  config: Config
  log: Log
}

/**
 * Makes a database ready to serve: tables, reference rows and, in a demonstration, its data. Safe to repeat, also by
 * several processes at once.
 */
export async function prepare({ database, clock, config, log }: Given): Promise<Deps> {
  const streets = config.tiles === undefined ? undefined : openArchive(config.tiles)
  await bringUp({ database, config, log })
  await rejectOtherKind(database.kysely, config.demo)
  await ensurePartitions(database.kysely, clock)
  await rejectMissingKeys(database.kysely, config)
  await seedReference(database.kysely)
  await seedQuestions(database.kysely, clock)
  // A payment rail that is configured wrongly stops the start, not the first top-up.
  railsOf({ db: database.kysely, clock, config })
  if (config.demo) await seedDemo({ database, clock, config, log })
  else await warnOfMissingTexts({ database, clock, log })
  return {
    database,
    clock,
    config,
    log,
    sender: config.sms ? httpSender(config.sms) : consoleSender(log),
    streets,
    onRegistered: config.demo ? welcomeInDemo : () => Promise.resolve(),
  }
}

/** Migrates as the tables' owner, and sees to it that what follows runs as the running role. */
async function bringUp({ database, config, log }: Pick<Given, 'database' | 'config' | 'log'>): Promise<void> {
  const { databaseOwnerUrl } = config
  if (databaseOwnerUrl === undefined) {
    await migrate(database).catch(databaseRefusal('DATABASE_URL', 'make'))
  } else {
    const owner = await openDatabase({ url: databaseOwnerUrl, asOwner: true })
    try {
      await migrate(owner).catch(databaseRefusal('DATABASE_OWNER_URL', 'make'))
    } finally {
      await owner.close()
    }
    await database.takeRole()
  }
  const { role, login, owns } = await whoRuns(database.kysely).catch(databaseRefusal('DATABASE_URL', 'read'))
  if (databaseOwnerUrl !== undefined && owns)
    throw new StartError(
      `DATABASE_URL logs in as ${login}, who owns the tables: with DATABASE_OWNER_URL it needs a login of its own`,
    )
  if (role === runningRole) return
  if (databaseOwnerUrl !== undefined)
    throw new StartError(
      `DATABASE_URL logs in as ${login}, who is no member of ${runningRole}: grant ${runningRole} to ${login}`,
    )
  log.error(
    `the server runs as ${role}, who owns the books: see docs/operations.md, "Who the server is to its database"`,
    undefined,
  )
}

/** Members would tick what they can't read. */
async function warnOfMissingTexts({ database, clock, log }: Pick<Given, 'database' | 'clock' | 'log'>): Promise<void> {
  const missing = await missingLegalTexts(database.kysely, clock)
  if (missing.length === 0) return
  const closed = neededToRegister(missing).length > 0 ? ', and nobody can register' : ''
  log.error(`legal articles are missing${closed}: see docs/operations.md, "Commands"`, undefined, { missing })
}
