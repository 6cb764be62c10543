import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import type { Operator } from '../../db/operator-actions.ts'
import { DomainError } from '../../http/domain-error.ts'
import { isAudited, UsageError, type Command } from '../operator/command.ts'
import { administratorsIn, hasAccounts } from './accounts.ts'
import { sessionBehind } from './sessions.ts'

/** Who makes the first administrator, as nobody could have signed in before, and what runs by night. */
const machine: Operator = { account: null, name: 'whoever has the machine' }

/** A command refused to somebody who is signed in: the security log has it. */
export class RoleMissing extends DomainError {
  readonly account: string
  constructor(account: string, problem: string) {
    super('bad_request', { field: 'This', problem })
    this.account = account
  }
}

export interface Asked {
  /** What was typed after `--as` and `--why`; empty where nothing was. */
  as: string
  why: string
  /** The token of a session. */
  token: string | undefined
  /** Whether they don't have the machine: then nothing is done without a session. */
  isBound: boolean
}

/**
 * Who runs a command. While there are no accounts, a demonstration takes the name that was typed. Otherwise it is the
 * account of the session, with one of the roles that the command needs; the first administrator is added, and given a
 * new enrolment, by whoever has the machine. Throws UsageError and DomainError.
 */
export async function admit(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'demo'> },
  command: Command,
  { as, why, token, isBound }: Asked,
): Promise<Operator> {
  const isTyped = config.demo && !(await hasAccounts(db))
  if (isTyped && command.access !== 'first administrator') {
    if (isAudited(command) && (as === '' || why === ''))
      throw new UsageError('Who does this, and why? Give --as NAME and --why TEXT.')
    return { account: null, name: as }
  }
  const who = token === undefined ? null : await sessionBehind(db, token, clock)
  if (who === null && !isBound && (await isForMachine(db, command))) {
    if (why === '') throw new UsageError('Why? Give --why TEXT.')
    return as === '' ? machine : { ...machine, name: `${machine.name}, as ${as}` }
  }
  if (who === null)
    throw new DomainError('bad_request', {
      field: 'Nobody',
      problem: (await hasAccounts(db))
        ? 'is signed in here, or the session is over: login NAME'
        : 'has an account yet: account add NAME --roles administrator',
    })
  if (!command.needs.some((role) => who.roles.includes(role)))
    throw new RoleMissing(
      who.account,
      `needs the role ${command.needs.join(' or ')}, and ${who.name} has ${who.roles.join(', ')}`,
    )
  if (as !== '') throw new UsageError('Your session says who you are: leave --as out.')
  if (isAudited(command) && why === '') throw new UsageError('Why? Give --why TEXT.')
  return { account: who.account, name: who.name }
}

async function isForMachine(db: Db, { access }: Command): Promise<boolean> {
  return access === 'machine' || (access === 'first administrator' && (await administratorsIn(db)).length === 0)
}
