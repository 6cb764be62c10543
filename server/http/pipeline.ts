import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Call } from '#protocol/call.ts'
import type { Envelope, ErrorCode, ErrorParams } from '#protocol/errors.ts'
import { errors } from '#protocol/errors.ts'
import { keyringOf } from '../db/keyring.ts'
import type { Database, Db } from '../db/open.ts'
import { replays } from '../metrics.ts'
import { notedSequence } from './device.ts'
import type { Context, Handler } from './handler.ts'
import type { Keyed } from './idempotency.ts'
import { claimKey, digestsOf, isAnswered, keptAnswer } from './idempotency.ts'
import { messageFor } from './messages.ts'
import { DomainError } from './domain-error.ts'
import { unstorableIn } from './storable.ts'

/** An answer as it leaves: its status line, its body and, where the caller should wait, for how long (seconds). */
export interface Reply {
  status: number
  body: Envelope
  retryAfter?: number
}

/**
 * An outcome as it is stored with its idempotency key. Rows of earlier servers lack `with`, and are why a rejection is
 * still spelled `refusal` here.
 */
export type Outcome =
  | { data: unknown }
  | { refusal: { code: ErrorCode; params: ErrorParams; with?: unknown; retryAfter?: number | undefined } }

/**
 * Serves one call: checks the caller, parses the arguments, runs the handler once per idempotency key, parses the
 * answer. Every error it throws is one that `replyTo` turns into a reply.
 */
export async function serve(
  handler: Handler,
  context: Context,
  database: Database,
  raw: unknown,
  keyHeader: () => string,
): Promise<Reply> {
  const { call } = handler
  admit(call, context)
  const args = parse(call.args, raw)
  if (!call.writes || !call.replayed) return accepted(answerOf(call, await handler.run(context, args)))
  const keyring = keyringOf(context.config)
  const digests = digestsOf(call, raw, { body: context.body, keyring })
  const keyed = { memberId: context.callerId, key: keyHeader(), digests }
  const withKey = { ...context, key: keyed.key }
  let prepared: unknown
  if (asksAhead(handler) && !(context.isAnswered ?? (await isAnswered(context.db, keyed)))) {
    await handler.admit?.(withKey, raw)
    prepared = await handler.prepare?.(withKey, args)
  }
  const outcome = await once(handler, withKey, database, { args, prepared }, keyed)
  if ('data' in outcome) return accepted(outcome.data)
  const { code, params, with: data, retryAfter } = outcome.refusal
  return rejected(new DomainError(code, params, { data, retryAfter }), context)
}

/** Whether something runs before the transaction, unless the key was answered before. */
export function asksAhead({ call, admit, prepare }: Handler): boolean {
  return call.writes && call.replayed && (admit !== undefined || prepare !== undefined)
}

/**
 * Stores the effect, its key and its answer in one transaction. A second request with the same key gets the first one's
 * answer. A rejection undoes the effect, unless it says `keepEffect`, and is stored by a transaction of its own: a
 * delayed copy of the request must not succeed after the member was told that it failed. Any other error undoes the key
 * too.
 */
async function once(
  handler: Handler,
  context: Context,
  database: Database,
  { args, prepared }: { args: unknown; prepared: unknown },
  keyed: Keyed,
): Promise<Outcome> {
  const { call } = handler
  try {
    return await stored(
      call,
      context,
      database,
      keyed,
      async (db) => {
        try {
          return { data: answerOf(call, await handler.run({ ...context, db }, args, prepared)) }
        } catch (cause) {
          if (!(cause instanceof DomainError) || errors[cause.code].http !== 200) throw cause
          const { code, params, retryAfter } = cause
          const rejection = { refusal: { code, params, with: conflictOf(call, cause), retryAfter } }
          if (cause.keepEffect) return rejection
          throw new Rejected(rejection)
        }
      },
      handler.lock,
    )
  } catch (cause) {
    if (!(cause instanceof Rejected)) throw cause
    return await stored(call, context, database, keyed, () => Promise.resolve(cause.outcome))
  }
}

/** Undoes an effect whose rejection is to be stored. */
class Rejected extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('an effect was rejected')
    this.outcome = outcome
  }
}

/** Stores what `effect` comes to under the key, or gives the outcome that is stored there. `lock` comes before both. */
async function stored(
  call: Call,
  { clock, callerId: memberId, device, sequence }: Context,
  database: Database,
  keyed: Keyed,
  effect: (db: Db) => Promise<Outcome>,
  lock?: Handler['lock'],
): Promise<Outcome> {
  const { kysely } = database
  const { outcome } = await database.inTransaction(
    async (db) => {
      if (memberId !== null) await lock?.(db, memberId)
      const claim = await claimKey(db, keyed, clock)
      if (claim.fresh) return { outcome: await effect(db), isFresh: true }
      replays.count({ path: call.path })
      return { outcome: claim.response as Outcome, isFresh: false }
    },
    ({ outcome, isFresh }) => {
      if (!isFresh) return []
      const isApplied = 'data' in outcome
      const answer = keptAnswer(kysely, keyed, isApplied ? 0 : errors[outcome.refusal.code].errno, outcome)
      return memberId !== null && device !== undefined && sequence !== undefined
        ? [answer, notedSequence(kysely, { memberId, device, sequence }, isApplied, clock)]
        : [answer]
    },
  )
  return outcome
}

function admit(call: Call, context: Context): void {
  if (call.who === 'member' && context.callerId === null) throw new DomainError('session_expired')
}

/** True when the request carries this key. The comparison takes the same time whatever differs. */
export function holdsKey(authorization: string | undefined, key: string): boolean {
  const given = Buffer.from(authorization?.replace(/^Bearer /, '') ?? '')
  const wanted = Buffer.from(key)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function parse(schema: Call['args'], raw: unknown): unknown {
  const result = v.safeParse(schema, raw, { abortEarly: true })
  if (!result.success) {
    const issue = result.issues[0]
    throw new DomainError('bad_request', { field: v.getDotPath(issue) ?? 'body', problem: issue.message })
  }
  const field = unstorableIn(result.output)
  if (field !== undefined) throw new DomainError('bad_request', { field, problem: 'must be plain text' })
  return result.output
}

function answerOf(call: Call, given: unknown): unknown {
  return declared(call, call.answer, given)
}

/** The data that goes with `changed_meanwhile`. No other DomainError carries any. */
function conflictOf(call: Call, { code, data }: DomainError): unknown {
  return code === 'changed_meanwhile' && call.conflict ? declared(call, call.conflict, data) : null
}

function declared(call: Call, schema: v.GenericSchema, given: unknown): unknown {
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const issue = result.issues[0]
  throw new Error(`${call.path} answered what it doesn't declare: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}

function accepted(data: unknown): Reply {
  return { status: 200, body: { errno: 0, errmsg: '', data } }
}

export function rejected(refusal: DomainError, context: Pick<Context, 'language'>): Reply {
  const { errno, http } = errors[refusal.code]
  return {
    status: http,
    body: { errno, errmsg: messageFor(refusal.code, context.language, refusal.params), data: refusal.data },
    ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter }),
  }
}

/** The reply to anything thrown. Errors other than DomainError are bugs or outages: the caller learns no details. */
export function replyTo(cause: unknown, context: Pick<Context, 'language'>): { reply: Reply; isOurFault: boolean } {
  if (cause instanceof DomainError) return { reply: rejected(cause, context), isOurFault: false }
  if (isBusy(cause))
    return { reply: rejected(new DomainError('unavailable', {}, { retryAfter: 2 }), context), isOurFault: true }
  return { reply: rejected(new DomainError('internal'), context), isOurFault: true }
}

/** Lock or statement time-out, deadlock, serialization failure, a database that is starting, stopping or gone. */
function isBusy(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return [
    '55P03',
    '57014',
    '40P01',
    '40001',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    'ECONNREFUSED',
    'ECONNRESET',
    '08006',
    '08003',
    '08001',
  ].includes(code)
}
