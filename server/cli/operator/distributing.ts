import { sql } from 'kysely'
import * as v from 'valibot'
import { distribute } from '../../db/distribute.ts'
import { hasCitus } from '../../db/nodes.ts'
import type { Database } from '../../db/open.ts'
import { whoRuns } from '../../db/running-role.ts'
import { DomainError } from '../../http/domain-error.ts'
import { counted } from './arguments.ts'
import { byMachine, work, type Command } from './command.ts'

/** Twice to four times as many as machines, so that they can be moved to new ones one by one. */
const usualShards = 32

const distributing = byMachine(
  work('distribute', {
    needs: ['administrator'],
    says: 'Lays the tables over the machines of the Citus cluster that DATABASE_URL names the coordinator of, by whose rows they are; stop the servers first. Goes on where it was stopped, and takes up what a new release has added',
    args: { shards: v.optional(counted(1, 1000)) },
    run: async ({ database }, { shards = usualShards }) => {
      await rejectUnready(database)
      const { byOwner, byValue, onEvery } = await distribute(database, shards)
      return [
        `${byOwner} tables lie by their owner, ${byValue} by a value, a machine or a station, ${onEvery} are on every node.`,
      ]
    },
  }),
)

/** Throws a DomainError where the tables can't be distributed, or while a server would read them half distributed. */
async function rejectUnready(database: Database): Promise<void> {
  const refuse = (problem: string) => new DomainError('bad_request', { field: 'DATABASE_URL', problem })
  const { kysely: db } = database
  if (!(await hasCitus(db))) throw refuse('names a database without the extension citus: make it there first')
  const { login, owns } = await whoRuns(db)
  if (!owns) throw refuse(`logs in as ${login}, who doesn't own the tables`)
  const { rows } = await sql<{ sessions: number }>`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and application_name = 'voltfolio'`.execute(db)
  if ((rows[0]?.sessions ?? 0) > database.usage().open)
    throw refuse('names a database that a server has open: stop it first')
}

export const distributionCommands: readonly Command[] = [distributing]
