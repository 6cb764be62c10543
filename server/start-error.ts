/** Why a process can't start, or a command can't be carried out, in words for who starts it: shown without a trace. */
export class StartError extends Error {}

type Variable = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/**
 * For `catch` of the first thing that is asked of a PostgreSQL: throws a StartError that names the variable where its
 * address, login or rights are wrong, and any other error as it is. `toDo` is what it was about to do. An address is
 * never in the words: there may be a password in it.
 */
export function databaseRefusal(variable: Variable, toDo: 'make' | 'read'): (cause: unknown) => never {
  return (cause) => {
    const words = wordsOf(cause, variable, toDo)
    throw words === undefined ? cause : new StartError(`${variable}: ${words}`, { cause })
  }
}

function wordsOf(cause: unknown, variable: Variable, toDo: 'make' | 'read'): string | undefined {
  switch (codeOf(cause)) {
    case '08006':
      return `no PostgreSQL answers there${reasonOf(cause)}. Does it run, and is the address right?`
    case '57P03':
      return 'PostgreSQL is only just starting there, or ending. Try again in a minute.'
    case '3D000':
      return 'there is no database of this name. Make it first (docs/operations.md, "Database").'
    case '28P01':
    case '28000':
      return 'PostgreSQL refuses this login: its name or password is wrong, or pg_hba.conf has no line for it.'
    case '42501':
      if (toDo === 'read') return 'this login may not read the tables: grant voltfolio_server to it.'
      return variable === 'DATABASE_OWNER_URL'
        ? 'this login may not make or change the tables: it has to own the database and what is in it.'
        : 'this login may not make or change the tables. Set DATABASE_OWNER_URL to the login of who owns them (docs/operations.md, "Who the server is to its database").'
    default:
      return undefined
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/** The system's name for it, as ECONNREFUSED, beneath the SQLSTATE. */
function reasonOf(cause: unknown): string {
  const reason = cause instanceof Error ? codeOf(cause.cause) : undefined
  return reason === undefined ? '' : ` (${reason})`
}
