type Env = Readonly<Record<string, string | undefined>>

/**
 * The address of a PostgreSQL, without its user where it names no host: pg allows `postgres://app@/name?host=/run`, and
 * `URL` does not. Undefined for anything else.
 */
export function databaseAddressOf(text: string): URL | undefined {
  try {
    const address = new URL(text.replace(/^(\w+:\/\/)[^/]*@\//, '$1/'))
    decodeURIComponent(address.hostname)
    return /^postgres(ql)?:\/\//.test(address.href) ? address : undefined
  } catch {
    return undefined
  }
}

/** Undefined where none is set. Throws with the variable's name, and never with its value: it may hold a password. */
export function readDatabaseUrl(env: Env, name: 'DATABASE_URL' | 'DATABASE_OWNER_URL'): string | undefined {
  const text = env[name] || undefined
  if (text !== undefined && databaseAddressOf(text) === undefined)
    throw new Error(`${name} is not the address of a PostgreSQL, as in: postgres://user:password@host/name`)
  return text
}

const encrypted = new Set(['require', 'verify-ca', 'verify-full'])

/** Whether pg would leave this machine unencrypted. PGHOST and PGSSLMODE count where the address says nothing. */
export function leavesInTheOpen(text: string | undefined, { PGHOST, PGSSLMODE }: Env): boolean {
  const address = databaseAddressOf(text ?? '')
  if (address === undefined) return false
  // Of a parameter that is given twice, pg takes the last one too.
  const { host, ssl, sslmode } = Object.fromEntries(address.searchParams)
  const asked = host || decodeURIComponent(address.hostname) || PGHOST || ''
  const isHere = asked === '' || asked.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(asked)
  const isTls = sslmode || !ssl ? encrypted.has(sslmode || PGSSLMODE || '') : ['true', '1'].includes(ssl)
  return !isHere && !isTls
}
