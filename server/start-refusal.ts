import type { Config } from './config.ts'

/** Why the server must not start with this environment, in words for who starts it; undefined where it may. */
export function refusalToStart(env: Readonly<Record<string, string | undefined>>, config: Config): string | undefined {
  const real = config.databaseUrl === undefined ? 'PUBLIC_ORIGIN' : 'DATABASE_URL'
  if (!env['DEMO'] && (config.databaseUrl ?? config.publicOrigin) !== undefined)
    return `${real} is set, and DEMO is not. Choose one:
  DEMO=0  for real members and real money: no demo member, no demo money. Needs SMS_URL.
  DEMO=1  for a demonstration: anybody can log in as the demo member, and money is made up.`
  if (!config.demo && config.sms === undefined)
    return `DEMO=0 needs a gateway that sends codes to phones: set SMS_URL, and SMS_HEADERS and SMS_BODY as it wants them
(docs/operations.md, "Codes by SMS"). Without one nobody could register or reset a password.`
  return undefined
}
