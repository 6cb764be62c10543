import { inspect } from 'node:util'
import { pino, stdTimeFunctions, type DestinationStream } from 'pino'

/** One line of JSON a record. What is secret is redacted: see `secrets`. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, cause: unknown, facts?: Record<string, unknown>): void
}

/** Names of fields whose values never stand in the log, at any of the depths that facts have. */
const secrets = [
  'authorization cookie token accessToken refreshToken proof key feedKey cardKey auth p256dh endpoint secret',
  'password newPassword oldPassword transactionPassword passwordHash pin captcha cardNumber idNumber cvv',
  // PostgreSQL's errors quote the row in these.
  'detail where parameters',
].flatMap((names) => names.split(' '))
const atDepths = (name: string) => [name, `*.${name}`, `*.*.${name}`]

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
      serializers: { error: pino.stdSerializers.errWithCause },
      redact: { paths: secrets.flatMap(atDepths), censor },
      hooks: { streamWrite: (line) => line.replaceAll(quoted, censor) },
    },
    to,
  )
  return {
    info: (event, facts) => {
      out.info(facts ?? {}, event)
    },
    error: (event, cause, facts) => {
      out.error({ ...facts, error: cause instanceof Error ? cause : cause && new Error(inspect(cause)) }, event)
    },
  }
}

export const silentLog: Log = { info: () => undefined, error: () => undefined }
