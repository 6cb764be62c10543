import * as v from 'valibot'
import type { ArgsInput, Call, Lane } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../api/api-error.ts'
import { instant, millisOf, type Clock } from '../lib/clock.ts'
import { serverNow } from '../lib/server-clock.ts'
import { entityKeyOf, merged } from './coalescing.ts'
import type { Command } from './command.ts'
import type { Timer } from './drainer.ts'
import { errorOf, ownReply } from './own-replies.ts'
import { withinPatience } from './patience.ts'
import type { OutboxStorage } from './storage.ts'

/** A call that goes through the outbox. */
export type Queueable = Call & { readonly offline: 'queue'; readonly lane: Lane }

/** The arguments that a caller gives; `enqueue` adds the instant of the tap. */
export type QueuedArgs<C extends Call> = Omit<ArgsInput<C>, 'madeAt'>

/** What goes with a command besides its arguments. */
export interface Beside {
  /** Another command's id: this one is sent only after that one was applied. */
  dependsOn?: string | undefined
  /** What its call sends as bytes (`mostBodyBytes`). */
  body?: Uint8Array<ArrayBuffer> | undefined
}

/**
 * The command was not saved on this device. `command` is the row that would have been saved. Sending it at once with
 * its id as key is safe, even if it turns out to have been saved after all.
 */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
  readonly reason: 'quota' | 'storage'
  readonly command: Command

  constructor(command: Command, cause: unknown) {
    super('not saved on this device', { cause })
    this.command = command
    this.reason = reasonOf(cause)
  }
}

export interface EnqueuePorts {
  storage: OutboxStorage
  clock: Clock
  newId: () => string
  timer: Timer
  uid: string
  appCode: number
}

/**
 * Keeps one thing the member did. Resolves with the command once it is on the disk: only then say "Saved on this
 * device". Rejects with NotSaved where it can't be kept, with ApiError where the arguments are wrong (errno 400), the
 * bytes too many (413), or the command it depends on is no longer here. It is merged into none of the commands
 * `replaced`, which are removed afterwards.
 */
export async function enqueue<C extends Call>(
  ports: EnqueuePorts,
  call: C,
  given: QueuedArgs<C>,
  { dependsOn, body }: Beside = {},
  replaced: readonly string[] = [],
): Promise<Command> {
  const madeAt = instant(ports.clock.now())
  // By the server's clock, which orders the edits of all devices: one of a slow clock would lose to every earlier edit.
  const stamp = takesMadeAt(call) ? { madeAt: instant(serverNow(ports.clock)) } : {}
  const args: Record<string, unknown> = { ...given, ...stamp }
  const parsed = v.safeParse(call.args, args)
  if (!parsed.success) throw new ApiError('rejected', parsed.issues[0].message, { errno: 400, cause: parsed.issues })
  if ((body?.byteLength ?? 0) > (call.mostBodyBytes ?? 0))
    throw new ApiError('rejected', 'body: too large', { errno: errors.body_too_large.errno })
  if (call.offline !== 'queue' || !call.lane) throw new TypeError(`${call.path} is not for the outbox`)
  const entityKey = entityKeyOf(call.path, args)
  const fresh: Command = {
    v: 1,
    id: ports.newId(),
    delivery: 'background',
    lane: call.lane,
    call: call.path,
    args,
    body,
    uid: ports.uid,
    madeAt,
    seq: 0,
    dependsOn,
    entityKey,
    state: 'queued',
    attempt: 0,
    lease: null,
    minCode: ports.appCode,
  }
  const isSame = (row: Command) =>
    row.id === dependsOn || (entityKey !== undefined && row.entityKey === entityKey && !replaced.includes(row.id))
  let isGivenUp = false
  let isMerged = false
  const looksAt = dependsOn === undefined && entityKey === undefined ? undefined : isSame
  const saving = ports.storage.append(looksAt, (seq, same) => {
    // The member was told that it isn't saved and may have sent it at once. Saving it late would let the next tap merge
    // into a command that the server knows already.
    if (isGivenUp) throw new Error('nobody waits for this any more')
    // What became of a command that is no longer here is unknown: it was applied, or cancelled, more than a day ago.
    if (dependsOn !== undefined && !same.some((row) => row.id === dependsOn)) return undefined
    const next = afterEarlier(fresh, same)
    const together = coalesced(next, same)
    isMerged = together !== undefined
    return together ?? { ...next, seq }
  })
  let saved: Command | undefined
  try {
    saved = await withinPatience(saving, ports.timer)
  } catch (failure) {
    isGivenUp = true
    // Its change of an earlier command is being written, and can't be taken back: it may still be saved.
    if (isMerged) saved = await withinPatience(saving, ports.timer).catch(() => undefined)
    // The row may still be saved late, and would be sent although the member was told that it isn't saved.
    if (!saved) {
      ports.storage.remove([fresh.id]).catch(() => {})
      throw new NotSaved(fresh, failure)
    }
  }
  if (!saved) throw errorOf(ownReply('dependencyFailed'))
  return saved
}

/**
 * The command, made no earlier than those of the same thing that wait here or were sent lately: a clock that was set
 * back in between, or the server's, must not make this device's later edit the earlier one.
 */
function afterEarlier(fresh: Command, same: readonly Command[]): Command {
  const counts = (row: Command) =>
    row.state !== 'cancelled' && row.state !== 'rejected' && row.entityKey === fresh.entityKey
  const times = [fresh, ...same.filter(counts)].flatMap(({ args: { madeAt } }) =>
    typeof madeAt === 'string' ? [millisOf(madeAt)] : [],
  )
  if (fresh.entityKey === undefined || times.length < 2) return fresh
  return { ...fresh, args: { ...fresh.args, madeAt: instant(Math.max(...times)) } }
}

/** The last command about the same thing with both arguments merged, if it was never sent; it keeps its id. */
function coalesced(fresh: Command, same: readonly Command[]): Command | undefined {
  const last = same
    .filter((row) => row.state !== 'cancelled')
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1)
  if (!last || last.state !== 'queued' || last.attempt > 0 || last.call !== fresh.call || fresh.dependsOn !== undefined)
    return undefined
  const args = merged(fresh.call, last.args, fresh.args)
  return args && { ...last, args, body: fresh.body, madeAt: fresh.madeAt }
}

function takesMadeAt(call: Call): boolean {
  return (
    'entries' in call.args &&
    typeof call.args.entries === 'object' &&
    call.args.entries !== null &&
    'madeAt' in call.args.entries
  )
}

/** The reason why storage didn't save a command. */
export function reasonOf(failure: unknown): NotSaved['reason'] {
  return isQuota(failure) ? 'quota' : 'storage'
}

/** Dexie wraps the browser's error: an AbortError with a QuotaExceededError inside. */
function isQuota(failure: unknown): boolean {
  for (let it = failure; it instanceof Object; it = 'inner' in it ? it.inner : undefined) {
    if ('name' in it && it.name === 'QuotaExceededError') return true
  }
  return false
}
