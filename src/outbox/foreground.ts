import * as v from 'valibot'
import type { Answer, Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../api/api-error.ts'
import { NotSent, type PlainArgs, type StepUp } from '../api/encrypted-call.ts'
import { signedOut } from '../api/session.ts'
import { isUncertain } from '../api/uncertain.ts'
import { instant } from '../lib/clock.ts'
import type { Signal } from '../lib/signal.ts'
import type { Command, Reply } from './command.ts'
import { leaseMs } from './lease.ts'
import { reasonOf, type EnqueuePorts } from './enqueue.ts'
import { foregroundKeyOf } from './foreground-keys.ts'
import { succeeded, whyOf } from './outcome.ts'
import { errorOf, ownReply } from './own-replies.ts'
import { concernsPassword } from './password-errors.ts'
import { withinPatience } from './patience.ts'
import { transition, type Event } from './transition.ts'

/** Secrets for the server alone: they travel encrypted and are in no row. */
export interface Secrets {
  /** The transaction password, or what proves the command in its place. */
  password?: StepUp | undefined
  /** The call's argument `secret`, such as a card's numbers or a new password. */
  secret?: unknown
}

export interface ForegroundPorts extends EnqueuePorts {
  newOwner: () => string
  /**
   * Makes the call under the command's id as the member `uid`. Rejects with NotSent where nothing left, else with
   * ApiError.
   */
  sendNow<C extends Call>(call: C, command: Command, args: PlainArgs<C>, secrets: Secrets): Promise<Answer<C>>
  onApplied(command: Command): void
  /** In which the server is asked to reply. */
  language?: () => string
}

/** What became of a command that was sent at once. */
export type Sent<C extends Call> =
  | { kind: 'applied'; answer: Answer<C> }
  /** `unseenId`: nobody was looking at the screen. The command needs attention until `Outbox.see` is called with it. */
  | { kind: 'rejected'; error: unknown; unseenId?: string }
  | { kind: 'unknown'; command: Command }

/** The store refused or didn't answer, and nothing was sent. */
export interface Unsaved {
  kind: 'notSaved'
  reason: 'quota' | 'storage'
}

/** How long a command may be saved and not sent before other tabs count its tab as dead. Milliseconds. */
const savedMs = 15_000

/** How often a command that is being sent says so. Milliseconds. */
const renewMs = 25_000

export interface Foreground {
  /**
   * Saves the command, then sends it once. Rejections of the transaction password leave no row. `isUnsaved` where the
   * member wants it sent although the store can't keep it: its row is then in this tab's memory only. `isWatched` says
   * whether the member looks at the screen that tells the outcome. Never rejects.
   */
  send<C extends Call>(
    call: C,
    args: PlainArgs<C>,
    secrets: Secrets,
    isUnsaved?: boolean,
    isWatched?: () => boolean,
  ): Promise<Sent<C> | Unsaved>
  /** Sends a background command that could not be kept, as the member wants. Never rejects. */
  sendUnsaved<C extends Call>(call: C, command: Command): Promise<Sent<C>>
}

/** Sends foreground commands. `unsaved` holds the rows that are only in this tab's memory. */
export function createForeground(ports: ForegroundPorts, unsaved: Signal<readonly Command[]>): Foreground {
  const { storage, clock } = ports

  function fresh(call: Call, args: Record<string, unknown>): Command {
    const now = clock.now()
    return {
      v: 2,
      id: ports.newId(),
      delivery: 'foreground',
      call: call.path,
      args,
      uid: ports.uid,
      madeAt: instant(now),
      seq: 0,
      entityKey: foregroundKeyOf(call.path, args),
      state: 'queued',
      attempt: 0,
      lease: { owner: ports.newOwner(), until: now + savedMs },
      minCode: ports.appCode,
    }
  }

  /**
   * The command, claimed; `busy` where one of its kind is under way or unknown; `suspended` where the member has left.
   */
  async function claimed(command: Command): Promise<Command | 'busy' | 'suspended'> {
    let isGivenUp = false
    const isSame = (row: Command) => isSameKind(row, command)
    const saving = storage.append(isSame, (seq, same) => {
      if (isGivenUp) throw new Error('nobody waits for this any more')
      return same.length > 0 ? undefined : { ...command, seq }
    })
    try {
      if (!(await withinPatience(saving, ports.timer))) return 'busy'
      const lease = { owner: ports.newOwner(), until: clock.now() + leaseMs }
      const claiming = storage.claim(command.id, (row) =>
        isGivenUp ? undefined : transition(row, { kind: 'claimed', lease }),
      )
      const row = await withinPatience(claiming, ports.timer)
      if (row) return row
    } catch (failure) {
      isGivenUp = true
      // The row may still be saved late, and the command was never sent.
      storage.remove([command.id]).catch(() => {})
      throw failure
    }
    await withinPatience(storage.remove([command.id]), ports.timer).catch(() => {})
    return 'suspended'
  }

  function inMemory(command: Command): Command {
    const lease = { owner: ports.newOwner(), until: clock.now() + leaseMs }
    const row: Command = { ...command, state: 'inflight', attempt: 1, lease }
    unsaved.set([...unsaved.getSnapshot(), row])
    return row
  }

  /** Saves the outcome. Where storage fails, the row stays as it is, and asking the server gives the same outcome. */
  async function note(row: Command, event: Event | undefined, isUnsaved: boolean): Promise<void> {
    if (isUnsaved) {
      const rest = unsaved.getSnapshot().filter((it) => it.id !== row.id)
      const after = event && transition(row, event)
      unsaved.set(after ? [...rest, after] : rest)
      return
    }
    const work = event ? storage.update(row.id, (it) => transition(it, event)) : storage.remove([row.id])
    await withinPatience<unknown>(work, ports.timer).catch(() => {})
  }

  /**
   * Renews the lease until the returned function is called. Sending may take longer than one lease: the member is asked
   * for a passkey, or the server's key or a token comes first, each on a slow line. Another tab would close the key.
   */
  function renewing({ id, lease }: Command): () => void {
    const owner = lease?.owner ?? ''
    let stop = ports.timer(renew, renewMs)
    function renew() {
      stop = ports.timer(renew, renewMs)
      const event: Event = { kind: 'renewed', lease: { owner, until: clock.now() + leaseMs } }
      // Where storage fails, the next renewal may still come in time.
      storage.update(id, (it) => transition(it, event)).catch(() => {})
    }
    return () => stop()
  }

  async function sendRow<C extends Call>(
    call: C,
    row: Command,
    given: PlainArgs<C>,
    secrets: Secrets,
    isUnsaved: boolean,
    isWatched = () => true,
  ): Promise<Sent<C>> {
    const language = ports.language?.()
    const stopRenewing = isUnsaved ? () => {} : renewing(row)
    try {
      const answer = await ports.sendNow(call, row, given, secrets).finally(stopRenewing)
      const event = succeeded(answer, clock.now())
      await note(row, event, isUnsaved)
      ports.onApplied(transition(row, event) ?? row)
      return { kind: 'applied', answer }
    } catch (failure) {
      if (isLost(failure)) {
        const owner = row.lease?.owner ?? ''
        await note(row, { kind: 'failed', owner, why: whyOf(failure), until: clock.now() }, isUnsaved)
        return { kind: 'unknown', command: row }
      }
      const error = failure instanceof NotSent ? failure.cause : failure
      const leavesRow = !(failure instanceof NotSent) && !concernsPassword(failure)
      const isSeen = isWatched()
      const event: Event = { kind: 'rejected', reply: { ...replyOf(failure), language }, at: clock.now(), isSeen }
      await note(row, leavesRow ? event : undefined, isUnsaved)
      return { kind: 'rejected', error, ...(leavesRow && !isSeen && { unseenId: row.id }) }
    }
  }

  return {
    async send(call, given, secrets, isUnsaved = false, isWatched) {
      const parsed = v.safeParse(call.args, given)
      const issue = parsed.issues?.find((it) => v.getDotPath(it) !== 'secret')
      if (issue) return { kind: 'rejected', error: new ApiError('rejected', issue.message, { errno: 400 }) }
      const command = fresh(call, storedArgs(call, given))
      let row: Command
      if (isUnsaved) row = inMemory(command)
      else {
        try {
          const it = await claimed(command)
          if (it === 'busy') return { kind: 'rejected', error: errorOf(ownReply('underWay')) }
          if (it === 'suspended') return { kind: 'rejected', error: signedOut() }
          row = it
        } catch (failure) {
          return { kind: 'notSaved', reason: reasonOf(failure) }
        }
      }
      return sendRow(call, row, given, secrets, isUnsaved, isWatched)
    },

    sendUnsaved: (call, command) =>
      sendRow(call, inMemory({ ...command, delivery: 'foreground', lane: undefined }), command.args as never, {}, true),
  }
}

/** True for open commands of one call about one thing. There is one of them at a time, over all tabs. */
export function isSameKind(row: Command, command: Command): boolean {
  return (
    row.delivery === 'foreground' &&
    row.call === command.call &&
    row.entityKey === command.entityKey &&
    (row.state === 'queued' || row.state === 'inflight' || row.state === 'unknown')
  )
}

function isLost(failure: unknown): boolean {
  // Another tab took this one for dead and closed the key: the outcome is what that tab was told.
  const isClosed = failure instanceof ApiError && failure.errno === errors.key_reused.errno
  // The network may double a request: one copy gets 429 and the other is carried out.
  const isTooMany = failure instanceof ApiError && failure.http === 429
  return !(failure instanceof NotSent) && (isClosed || isTooMany || isUncertain(failure))
}

function replyOf(failure: unknown): Reply {
  const { errno, message, http, data } = failure instanceof ApiError ? failure : errorOf(ownReply('notArrived'))
  return { errno, message, http, data }
}

function storedArgs(call: Call, args: object): Record<string, unknown> {
  const hidden = new Set(['secret', ...(call.confidential ?? [])])
  return Object.fromEntries(Object.entries(args).filter(([name]) => !hidden.has(name)))
}
