import type * as v from 'valibot'
import { readsOf, type BillWallet } from './wallet-reads.ts'

/** First in, first out within a lane; lanes don't wait for each other (docs/offline.md, "Writing"). */
export type Lane = 'check-in' | 'income' | 'receipts' | 'gift-codes' | 'messages' | 'addresses' | 'profile' | 'quiz'

/** What a feed key may report; each of the feed's calls wants one of them. */
export const feedScopes = ['sessions', 'trips', 'positions', 'states', 'top-ups'] as const
export type FeedScope = (typeof feedScopes)[number]

type ObjectSchema = v.GenericSchema<any, Record<string, unknown>>
type Path = string

/**
 * How a call behaves without a network: `read` is answered from a cache, with its age. `queue` is saved in the outbox
 * and sent in the background, in its lane. `draft` and `online` are sent in the foreground only; a `draft`'s form is
 * saved and confirmed later with fresh numbers.
 */
export type Offline = 'read' | 'queue' | 'draft' | 'online'

export interface Call<
  A extends v.GenericSchema = v.GenericSchema,
  R extends v.GenericSchema = v.GenericSchema,
  P extends Path = Path,
  I extends readonly Path[] = readonly Path[],
> {
  readonly method: 'GET' | 'POST'
  /** Under `/wx/`, as the specification's section 7 spells it. `{name}` is taken from the arguments. */
  readonly path: P
  readonly args: A
  readonly answer: R
  /** Data of the error `changed_meanwhile`: the server's version, for the member to choose between both. */
  readonly conflict?: v.GenericSchema
  /** `anyone` may be a visitor; `member` needs a token; `operator` needs a feed key with the call's `scope`. */
  readonly who: 'anyone' | 'member' | 'operator'
  readonly scope?: FeedScope
  readonly offline: Offline
  readonly lane?: Lane
  /** True where the call changes something: it then needs an `Idempotency-Key`. */
  readonly writes: boolean
  /**
   * False only where the answer is a secret that must not be stored (sign-in, refresh):
   * such a call is safe to repeat by its nature and is not stored for replay.
   */
  readonly replayed: boolean
  /**
   * Where the transaction password proves the member, beside the body, in the header `proof`: `true` always (who has
   * none is told to set one), `once set` from members who have one.
   */
  readonly proof?: true | 'once set'
  /**
   * Where the body is no JSON but bytes, such as a picture: the most of them. The arguments then travel in the query
   * string, and the bytes with the command, beside its arguments.
   */
  readonly mostBodyBytes?: number
  /** Where the JSON of a batch may be longer than `bodyLimitBytes`: the most of it, in bytes. */
  readonly mostJsonBytes?: number
  /** Arguments that no device stores: passwords and codes. A `secret` is never stored either. */
  readonly confidential?: readonly string[]
  /**
   * Paths of reads whose answers this call changes, those of the wallets in `moves` among them: they are refetched
   * after it was applied. `calls.ts` doesn't compile where one is no call's path.
   */
  readonly invalidates: I
  /** Wallets of the caller whose money or points this call moves. */
  readonly moves: readonly BillWallet[]
  /** False for calls of ours that the specification doesn't list. */
  readonly specified: boolean
}

interface Options<A, R, I> {
  args: A
  answer: R
  conflict?: v.GenericSchema
  who?: Call['who']
  scope?: FeedScope
  offline?: Offline
  lane?: Lane
  writes?: boolean
  replayed?: boolean
  proof?: true | 'once set'
  mostBodyBytes?: number
  mostJsonBytes?: number
  confidential?: readonly string[]
  invalidates?: I
  moves?: readonly BillWallet[]
  specified?: boolean
}

/* @__NO_SIDE_EFFECTS__ */
function declare<A extends ObjectSchema, R extends v.GenericSchema, P extends Path, I extends readonly Path[]>(
  method: Call['method'],
  path: P,
  given: Options<A, R, I>,
): Call<A, R, P, I> {
  const writes = given.writes ?? method === 'POST'
  const moves = given.moves ?? []
  return {
    method,
    path,
    args: given.args,
    answer: given.answer,
    ...(given.conflict ? { conflict: given.conflict } : {}),
    who: given.who ?? 'member',
    ...(given.scope === undefined ? {} : { scope: given.scope }),
    offline: given.offline ?? (writes ? 'online' : 'read'),
    ...(given.lane === undefined ? {} : { lane: given.lane }),
    writes,
    replayed: given.replayed ?? writes,
    ...(given.proof === undefined ? {} : { proof: given.proof }),
    ...(given.mostBodyBytes === undefined ? {} : { mostBodyBytes: given.mostBodyBytes }),
    ...(given.mostJsonBytes === undefined ? {} : { mostJsonBytes: given.mostJsonBytes }),
    ...(given.confidential === undefined ? {} : { confidential: given.confidential }),
    invalidates: [...new Set<Path>([...(given.invalidates ?? []), ...readsOf(moves)])] as readonly Path[] as I,
    moves,
    specified: given.specified ?? true,
  }
}

/**
 * Declares a call of the specification made with GET. Reads by default; says `writes: true` where the specification
 * writes by GET.
 */
/* @__NO_SIDE_EFFECTS__ */
export function get<
  A extends ObjectSchema,
  R extends v.GenericSchema,
  const P extends Path,
  const I extends readonly Path[] = readonly [],
>(path: P, given: Options<A, R, I>): Call<A, R, P, I> {
  return declare('GET', path, given)
}

/** Declares a call made with POST. Writes by default. */
/* @__NO_SIDE_EFFECTS__ */
export function post<
  A extends ObjectSchema,
  R extends v.GenericSchema,
  const P extends Path,
  const I extends readonly Path[] = readonly [],
>(path: P, given: Options<A, R, I>): Call<A, R, P, I> {
  return declare('POST', path, given)
}

export type Args<C extends Call> = v.InferOutput<C['args']>
export type ArgsInput<C extends Call> = v.InferInput<C['args']>
export type Answer<C extends Call> = v.InferOutput<C['answer']>
export type AnswerInput<C extends Call> = v.InferInput<C['answer']>
