import { inspect } from 'node:util'
import { pino, stdTimeFunctions, type DestinationStream } from 'pino'

/** One line of JSON a record. What is secret is redacted: see `secrets`. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, cause: unknown, facts?: Record<string, unknown>): void
}

/** Names of fields whose values never stand in the log, however deep. */
const secrets = new Set(
  [
    'authorization cookie token accessToken refreshToken proof key feedKey cardKey auth p256dh endpoint secret',
    'password newPassword oldPassword transactionPassword passwordHash pin captcha cardNumber idNumber cvv',
    // PostgreSQL's errors quote the row in these.
    'detail where parameters',
  ].flatMap((names) => names.split(' ')),
)

// Text may quote what a field would hide: a card number, or the header that a session came with.
const quoted = /(?<![\d+.-])\d{14,19}(?![\d.-])|(?<=Bearer )[\w-]{20,}/g
const censor = '[redacted]'

/** Writes to standard output, or to where a test looks. */
export function createLog(to: DestinationStream = pino.destination({ sync: true })): Log {
  const out = pino(
    {
      base: null,
      messageKey: 'event',
      errorKey: 'error',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: (cause: Error) => withoutSecrets(pino.stdSerializers.errWithCause(cause)) },
      hooks: { streamWrite: (line) => line.replaceAll(quoted, censor) },
    },
    to,
  )
  return {
    info: (event, facts) => {
      out.info(withoutSecrets(facts), event)
    },
    error: (event, cause, facts) => {
      const error = cause instanceof Error ? cause : cause && new Error(inspect(cause))
      out.error({ ...withoutSecrets(facts), error }, event)
    },
  }
}

function withoutSecrets(facts: object = {}): object {
  return censored(facts, []) as object
}

/** The same with secrets censored; `within` are the objects around it. */
function censored(value: unknown, within: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (within.includes(value)) return '[circular]'
  const around = [...within, value]
  if ('toJSON' in value && typeof value.toJSON === 'function') return censored(value.toJSON(), around)
  if (Array.isArray(value)) return value.map((it) => censored(it, around))
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, secrets.has(name) ? censor : censored(it, around)]),
  )
}

export const silentLog: Log = { info: () => undefined, error: () => undefined }
