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
  const plain = (['DATABASE_URL', 'DATABASE_OWNER_URL'] as const).find((name) => isPlainAndFar(env[name], env))
  if (!config.demo && plain !== undefined && env['DATABASE_TLS'] !== '0')
    return `${plain} leads to another machine without TLS: passwords and members' data could be read on the way. Choose one:
  add ?sslmode=verify-full to it (docs/operations.md, "Database")
  DATABASE_TLS=0  where the way itself is encrypted, as in a VPN, or is private.`
  return undefined
}

const encrypted = new Set(['require', 'verify-ca', 'verify-full'])

/** Whether a connection leaves the machine unencrypted. PGSSLMODE counts where the address says nothing. */
function isPlainAndFar(text: string | undefined, { PGSSLMODE }: Readonly<Record<string, string | undefined>>): boolean {
  if (!text || !URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isHere = host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
  const isTls = ['true', '1'].includes(searchParams.get('ssl') ?? '')
  return !isHere && !isTls && !encrypted.has(searchParams.get('sslmode') ?? PGSSLMODE ?? '')
}
