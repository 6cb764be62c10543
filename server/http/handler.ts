import type { Answer, AnswerInput, Args, Call } from '#protocol/call.ts'
import type { CallPath } from '#protocol/calls.ts'
import type { Language } from '#protocol/languages.ts'
import type { ReadReply } from '#protocol/reads.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { FeedSource } from './feed-keys.ts'
import type { Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { CodeSender } from '../sender.ts'
import { DomainError } from './domain-error.ts'
import type { OpenArchive } from './street-archive.ts'
import type { UserAgent } from './user-agent.ts'

/** What every call may use. `main` makes it once; tests replace it. */
export interface Services {
  clock: Clock
  config: Config
  log: Log
  sender: CodeSender
  /** The archive with the streets of the maps; undefined where there is none. */
  streets?: OpenArchive | undefined
  /** What follows a registration, in its transaction: the demo's welcome money, and nothing otherwise. */
  onRegistered(db: Db, memberId: string, clock: Clock): Promise<void>
}

/** What a handler is given. In a writing call `db` is the transaction that also stores the answer under its key. */
export interface Context extends Services {
  db: Db
  /** The signed-in member, or null for a visitor. */
  callerId: string | null
  sessionId: string | null
  /** Who reports, in a call of the feed; null in any other. */
  feed: FeedSource | null
  language: Language
  /** The app's version, as a dotted number. */
  version: string
  country: string | undefined
  device: string | undefined
  /** The caller's browser and system by name. */
  agent: UserAgent | undefined
  sequence: number | undefined
  /** The `Idempotency-Key` of a call that is replayed; null in any other. */
  key: string | null
  /** Whether a member's key has an answer to replay, as the look at their session found; null where it didn't look. */
  isAnswered: boolean | null
  /** The bytes of a call whose body is no JSON (`mostBodyBytes`); empty in any other. */
  body: Uint8Array
  /** The header with the encrypted transaction password, unread. */
  proof: string | undefined
  /** The caller's IP address, for rate limits only; never stored. */
  address: string
  refreshCookie: string | undefined
  /** Sets the refresh cookie of the answer; null clears it. */
  setRefreshCookie(token: string | null): void
  /** Runs `work` in a transaction; only for calls whose answer is not stored under a key. */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Answers other reads of the same caller, by their addresses below `/wx/`; only for calls that aren't replayed. */
  readToo(addresses: readonly string[]): Promise<ReadReply[]>
}

/** The signed-in member. Calls of `who: 'member'` always have one. */
export function memberOf(context: Context): string {
  if (context.callerId === null) throw new DomainError('session_expired')
  return context.callerId
}

/** A call of the table: its path is one of those that the areas of `protocol/` declare. */
export type DeclaredCall = Call & { readonly path: CallPath }

export interface Handler {
  readonly call: DeclaredCall
  /**
   * Checks that run before the transaction of a replayed call, and not when its key was answered before. What it throws
   * is not stored with the key, so the same command may be sent again. `sent` is the arguments as they came.
   */
  admit?(context: Context, sent: unknown): Promise<void>
  /** What is to be kept of a command that is refused because its feature is switched off. `sent` as of `admit`. */
  whileSwitchedOff?(context: Context, sent: unknown): Promise<void>
  /**
   * Long work on the request that needs no transaction, before it: pictures, passwords. `run` gets what it gives;
   * undefined where the key was answered before. What it throws is not stored with the key.
   */
  prepare?(context: Context, args: unknown): Promise<unknown>
  /**
   * Locks that come before the key of a replayed call, in its transaction: the key holds the member's row, which two
   * commands then couldn't lock alone without waiting for each other.
   */
  lock?(db: Db, memberId: string): Promise<unknown>
  run(context: Context, args: unknown, prepared?: unknown): Promise<unknown>
}

/**
 * Makes the handler of a declared call. `work` gets parsed arguments, and what `prepare` gave; its answer is parsed
 * before it leaves.
 */
export function handle<C extends DeclaredCall, P = undefined>(
  call: C,
  work: (context: Context, args: Args<C>, prepared: P) => Promise<AnswerInput<C> | Answer<C>>,
  prepare?: (context: Context, args: Args<C>) => Promise<P>,
  lock?: Handler['lock'],
): Handler {
  return {
    call,
    ...(prepare && { prepare: (context, args) => prepare(context, args as Args<C>) }),
    ...(lock && { lock }),
    run: (context, args, prepared) => work(context, args as Args<C>, prepared as P),
  }
}
