import * as v from 'valibot'
import type { Lane } from '#protocol/call.ts'

/** Names the sender of a command. After `until` the sender counts as dead. */
export interface Lease {
  owner: string
  /** Milliseconds since 1970. */
  until: number
}

export type State =
  | 'queued'
  | 'inflight'
  | 'unknown'
  | 'awaitingSignIn'
  | 'needsUpdate'
  | 'applied'
  | 'rejected'
  | 'conflict'
  | 'quarantined'
  | 'cancelled'
  /** The server confirmed it and no longer knows it: its database was restored from an older backup. */
  | 'lost'

/**
 * Why a command waits for its next attempt. `interrupted`: its sender died, and it may or may not have arrived.
 * `switchedOff`: the operator has switched its feature off.
 */
export type Why =
  | 'network'
  | 'timeout'
  | 'notOurs'
  | 'busy'
  | 'tooMany'
  | 'server'
  | 'switchedOff'
  | 'interrupted'
  | 'unexpected'

/** Our server's reply. `data` is the answer or, in a conflict, the server's version. */
export interface Reply {
  errno: number
  message: string
  /** Of `message`: the member's when it was sent. Absent where that isn't known, as in rows of earlier versions. */
  language?: string | undefined
  /** The HTTP status. Absent in rows of earlier versions, and where the outbox itself gave the reply. */
  http?: number | undefined
  data?: unknown
}

/** One action of the member and its state at the server (docs/offline.md, "Writing"). */
export interface Command {
  /** Version of this row's shape. */
  v: number
  /** UUID minted at the tap; the `Idempotency-Key` of every attempt. */
  id: string
  /**
   * `background` is sent whenever it can be; `foreground` at once while the member looks on, and never later by itself.
   */
  delivery: 'background' | 'foreground'
  /**
   * Background commands only. Versions from before `delivery` can't read a row without a lane, and so never send it.
   */
  lane?: Lane | undefined
  /** Path of the call, as the protocol spells it. */
  call: string
  /** Without confidential arguments such as the transaction password and card numbers. */
  args: Record<string, unknown>
  /** What its call sends as bytes (`mostBodyBytes`), such as a picture. Dropped once the server's word is known. */
  body?: Uint8Array<ArrayBuffer> | undefined
  /** True once its bytes were dropped: it can't be sent again. */
  isBodyDropped?: boolean | undefined
  /** The member it belongs to; it is sent with that member's token or not at all. */
  uid: string
  /** Instant of the tap by the device's clock. */
  madeAt: string
  /** Place in this device's sequence, from 1; never given twice. 0 where the row is in memory only. */
  seq: number
  /** Another command's id: this one is sent only after that one was applied. */
  dependsOn?: string | undefined
  /** The one thing it changes, such as an address or a bill. Commands with the same key are ordered or merged. */
  entityKey?: string | undefined
  state: State
  /** How many times it was sent. */
  attempt: number
  lease: Lease | null
  /** The next attempt is not before `until` (milliseconds since 1970), because of `why` and of an HTTP status. */
  waiting?: { until: number; why: Why; http?: number | undefined } | undefined
  reply?: Reply | undefined
  /** When its outcome became known, in milliseconds since 1970. */
  settledAt?: number | undefined
  /** How often the server was asked for its outcome after the answer was lost. */
  checks?: number | undefined
  /** True once the member was told of its rejection. */
  isSeen?: boolean | undefined
  /** The lowest app version code that can send it. */
  minCode: number
}

const Row = v.looseObject({
  v: v.pipe(v.number(), v.integer()),
  id: v.string(),
  delivery: v.optional(v.picklist(['background', 'foreground']), 'background'),
  lane: v.optional(v.string()),
  call: v.string(),
  args: v.record(v.string(), v.unknown()),
  body: v.optional(v.instance(Uint8Array)),
  isBodyDropped: v.optional(v.boolean()),
  uid: v.string(),
  madeAt: v.string(),
  seq: v.pipe(v.number(), v.integer()),
  dependsOn: v.optional(v.string()),
  entityKey: v.optional(v.string()),
  // Its name in rows of version 1.
  about: v.optional(v.string()),
  state: v.picklist([
    'queued',
    'inflight',
    'unknown',
    'awaitingSignIn',
    'needsUpdate',
    'applied',
    'rejected',
    'conflict',
    'quarantined',
    'cancelled',
    'lost',
  ]),
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
  lease: v.nullable(v.object({ owner: v.string(), until: v.number() })),
  waiting: v.optional(v.object({ until: v.number(), why: v.string(), http: v.optional(v.number()) })),
  reply: v.optional(
    v.looseObject({
      errno: v.number(),
      message: v.string(),
      http: v.optional(v.number()),
      language: v.optional(v.string()),
    }),
  ),
  settledAt: v.optional(v.number()),
  checks: v.optional(v.number()),
  isSeen: v.optional(v.boolean()),
  minCode: v.optional(v.number(), 0),
})

/**
 * Reads a stored row, keeping fields of later versions as they are; undefined where it can't be read.
 * An unreadable row is shown and never written to.
 */
export function commandOf(row: unknown): Command | undefined {
  const result = v.safeParse(Row, row)
  if (!result.success) return undefined
  const { about, ...rest } = result.output
  const command = { ...rest, entityKey: rest.entityKey ?? about } as Command
  return command.delivery === 'background' && command.lane === undefined ? undefined : command
}

/** A row as it is stored: earlier versions of the app read `entityKey` under the name `about`. */
export function rowOf(command: Command): Command & { about?: string | undefined } {
  return { ...command, about: command.entityKey }
}

/** The command shown for an unreadable row: it needs attention, and only its id is known. */
export function unreadable(row: { id: string }, uid: string): Command {
  return {
    v: 0,
    id: row.id,
    delivery: 'background',
    lane: 'profile',
    call: '',
    args: {},
    uid,
    madeAt: '',
    seq: 0,
    state: 'quarantined',
    attempt: 0,
    lease: null,
    minCode: 0,
  }
}

/** True while its outcome is not known. */
export function isOpen(command: Command): boolean {
  return (
    command.state === 'queued' ||
    command.state === 'inflight' ||
    command.state === 'unknown' ||
    command.state === 'awaitingSignIn' ||
    command.state === 'needsUpdate'
  )
}

/** True where the member has to look at it. */
export function needsAttention(command: Command): boolean {
  if (command.state === 'rejected') return command.isSeen !== true
  return command.state === 'conflict' || command.state === 'quarantined' || command.state === 'lost'
}

/**
 * True where it stays until the member dismisses it: what needs attention, and a rejection that was only seen since.
 * That of a foreground command was told as it came, on the screen where the member did it.
 */
export function staysUntilDismissed(command: Command): boolean {
  return needsAttention(command) || (command.state === 'rejected' && command.delivery === 'background')
}
