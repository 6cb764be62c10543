import { existsSync } from 'node:fs'
import type { Config } from './config.ts'
import { leavesInTheOpen } from './database-address.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Why the server must not start with this environment, in words for who starts it; undefined where it may. */
export function refusalToStart(env: Env, config: Config): string | undefined {
  const real = config.databaseUrl === undefined ? 'PUBLIC_ORIGIN' : 'DATABASE_URL'
  if (!env['DEMO'] && (config.databaseUrl ?? config.publicOrigin) !== undefined)
    return `${real} is set, and DEMO is not. Choose one:
  DEMO=0  for real members and real money: no demo member, no demo money. Needs SMS_URL.
  DEMO=1  for a demonstration: anybody can log in as the demo member, and money is made up.`
  if (!config.demo && config.sms === undefined)
    return `DEMO=0 needs a gateway that sends codes to phones: set SMS_URL, and SMS_HEADERS and SMS_BODY as it wants them
(docs/operations.md, "Codes by SMS"). Without one nobody could register or reset a password.`
  if (!config.demo && config.publicOrigin === undefined)
    return `DEMO=0 needs the address at which members open the app: set PUBLIC_ORIGIN, such as https://app.example. Without
it sessions would also be sent in the open, and links in invitations would lead nowhere.`
  return refusalOfDatabase(env) ?? refusalOfBrokenRestore(config)
}

/** A restore that was killed before its database took its place: an empty one must not do so. */
function refusalOfBrokenRestore({ databaseUrl, dataDir }: Config): string | undefined {
  const [place, draft] = [`${dataDir}/db`, `${dataDir}/db.restoring`]
  if (databaseUrl !== undefined || existsSync(place) || !existsSync(draft)) return undefined
  return `A restore into ${dataDir} was broken off, and no database is there. Choose one:
  npm run operator -- restore  again, with the same backup
  delete ${draft}  and, to go on with the database from before, name db.before-… db again`
}

/**
 * Why no program may ask the database of this environment; undefined where it may. Operator's commands come without
 * DEMO: only what is said to be a demonstration holds no members' data.
 */
export function refusalOfDatabase(env: Env): string | undefined {
  if (env['DEMO'] === '1' || env['DATABASE_TLS'] === '0') return undefined
  const plain = ['DATABASE_URL', 'DATABASE_OWNER_URL'].find((name) => leavesInTheOpen(env[name], env))
  if (plain === undefined) return undefined
  return `${plain} leads to another machine without TLS: passwords and members' data could be read on the way. Choose one:
  add ?sslmode=verify-full to it (docs/operations.md, "Database")
  DATABASE_TLS=0  where the way itself is encrypted, as in a VPN, or is private.`
}
