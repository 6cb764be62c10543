import type { Answer, AnswerInput, Args, Call } from '#protocol/call.ts'
import type { CallPath } from '#protocol/calls.ts'
import type { Language } from '#protocol/languages.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { CodeSender } from '../sender.ts'
import { DomainError } from './domain-error.ts'

/** What stands behind every call; made once by `main`, replaced by tests. */
export interface Services {
  clock: Clock
  config: Config
  log: Log
  sender: CodeSender
  /** What follows a registration, in its transaction: the demo's welcome money, and nothing otherwise. */
  onRegistered(db: Db, memberId: string, clock: Clock): Promise<void>
}

/** What one call sees. In a writing call `db` is the transaction that also stores the answer under its key. */
export interface Context extends Services {
  db: Db
  /** The signed-in member, or null for a visitor. */
  callerId: string | null
  sessionId: string | null
  language: Language
  country: string | undefined
  device: string | undefined
  sequence: number | undefined
  /** The `Idempotency-Key` of a call that is replayed; null in any other. */
  key: string | null
  /** The header that proves the transaction password, as it came. */
  proof: string | undefined
  /** For limits only; never stored. */
  address: string
  refreshCookie: string | undefined
  /** Sets the refresh cookie of the answer; null clears it. */
  setRefreshCookie(token: string | null): void
  /** A transaction of its own; only for calls that are not replayed. */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>
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
   * Lets a replayed call pass, or throws its refusal; runs before its transaction, and not for what was answered before.
   * Its refusals are not kept with the key: the same command may be sent again.
   */
  admit?(context: Context): Promise<void>
  run(context: Context, args: unknown): Promise<unknown>
}

/** Serves a declared call. Arguments arrive parsed; the answer is parsed before it leaves. */
export function handle<C extends DeclaredCall>(
  call: C,
  work: (context: Context, args: Args<C>) => Promise<AnswerInput<C> | Answer<C>>,
): Handler {
  return { call, run: (context, args) => work(context, args as Args<C>) }
}
