import * as v from 'valibot'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import type { PlainArgs } from '../api/encrypted-call.ts'
import { signedOut } from '../api/session.ts'
import type { Signal } from '../lib/signal.ts'
import { isOpen, type Command } from './command.ts'
import { unread } from './current-commands.ts'
import type { Beside, NotSaved, QueuedArgs } from './enqueue.ts'
import type { Outbox } from './outbox.ts'
import { errorOf } from './own-replies.ts'
import { createQuestion, type Question } from './question.ts'

/**
 * The arguments of a call as a screen gives them: without the instant of the tap, and without `secret`, which is
 * encrypted on the way.
 */
export type CommandArgs<C extends Call> = Without<ArgsInput<C>, 'secret' | 'madeAt'>
type Without<A, K extends string> = A extends unknown ? Omit<A, K> : never

export type Outcome<C extends Call> =
  /** Background: it is on this device's disk and is sent when it can be. */
  | { kind: 'saved'; command: Command }
  /** Background: this device can't keep it. Nothing was sent; `sendNow` does that under the same key. */
  | { kind: 'notSaved'; reason: NotSaved['reason']; sendNow: () => Promise<Outcome<C>> }
  /** The server did it. */
  | { kind: 'applied'; answer: Answer<C> }
  /** The server rejected it, or it never arrived (`ownReasonOf`): nothing changed there. `unseenId` as in `Sent`. */
  | { kind: 'rejected'; error: unknown; unseenId?: string }
  /** Foreground: the answer was lost. It is asked for under the command's key until it is known. */
  | { kind: 'unknown'; command: Command }
  /** The member closed the question, or another is still under way: nothing was done. */
  | { kind: 'abandoned' }

export interface RunOptions extends Beside {
  /** Encrypted into the argument `secret`; kept nowhere. */
  secret?: unknown
}

export interface RunnerState<C extends Call> {
  /**
   * False until it was read from storage whether an earlier command is unknown. True after 2 s in any case, so that a
   * database that doesn't open holds up nothing.
   */
  isReady: boolean
  /** From the tap to the outcome. */
  isBusy: boolean
  /**
   * An earlier foreground command of this call and `concerns` whose outcome is not known. While there is one, `run`
   * sends nothing.
   */
  unknown: Command | undefined
  /** True while the server is asked about the unknown one. */
  isChecking: boolean
  /** The last outcome, until there is another: of `run`, or of what was unknown. */
  outcome: Outcome<C> | undefined
}

export interface CommandRunner<C extends Call> {
  state(): RunnerState<C>
  subscribe(listener: () => void): () => void
  /** Watches the outbox for unknown commands and their outcomes. Returns a function that ends this. */
  start(watching?: Watching<C>): () => void
  run(args: CommandArgs<C>, hasPassword: boolean | undefined, options?: RunOptions): Promise<Outcome<C>>
  check(): Promise<void>
  readonly question: Question
}

/** What a screen wants to be told of. */
export interface Watching<C extends Call> {
  /** Which earlier commands of the call concern it; without it all. */
  concerns?: (args: CommandArgs<C>) => boolean
  /** Told of every outcome: of `run`, and of what was unknown. */
  onOutcome?: (outcome: Outcome<C>) => void
}

export interface RunnerPorts {
  /** The outbox of the member who is signed in; undefined where nobody is. */
  outbox(): Promise<Outbox | undefined>
  commands: Pick<Signal<readonly Command[]>, 'getSnapshot' | 'subscribe'>
  /** Runs `run` after `ms` milliseconds. Returns a function that cancels this. */
  timer(run: () => void, ms: number): () => void
  /** What follows a saved background command: the worker is asked to send it, the browser to keep the store. */
  onSaved(): void
  /** Whether the page is in front. */
  isVisible(): boolean
  /** Runs `run` once the page is in front, now if it is. Returns a function that cancels this. */
  whenVisible(run: () => void): () => void
}

const patienceMs = 2000

/** One screen's way of making `call`. */
export function createRunner<C extends Call>(ports: RunnerPorts, call: C): CommandRunner<C> {
  const isQueued = call.offline === 'queue'
  const listeners = new Set<() => void>()
  const question = createQuestion()
  let watching: Watching<C> = {}
  let wasRead = false
  let underWay = 0
  let isStarted = false
  /** A rejected command whose outcome this screen has and nobody has seen. */
  let unseenId: string | undefined
  let stopWaiting = () => {}
  let state: RunnerState<C> = {
    // A background command doesn't wait for earlier ones of its call.
    isReady: isQueued,
    isBusy: false,
    unknown: undefined,
    isChecking: false,
    outcome: undefined,
  }

  function show(change: Partial<RunnerState<C>>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function isOurs(row: Command): boolean {
    return (
      row.delivery === 'foreground' &&
      row.call === call.path &&
      (watching.concerns?.(row.args as CommandArgs<C>) ?? true)
    )
  }

  /** Finds in the rows whether a command of ours is unknown, and the outcome of the one that was. */
  function follow() {
    const rows = ports.commands.getSnapshot()
    if (rows === unread) return
    const { unknown } = state
    const now = unknown && rows.find(({ id }) => id === unknown.id)
    if (now && !isOpen(now)) return settle(now)
    // The row of the command just sent may not have been read yet.
    if (unknown && (now || !wasRead)) {
      wasRead ||= now !== undefined
      return
    }
    const next = rows.find((row) => row.state === 'unknown' && isOurs(row))
    wasRead = next !== undefined
    if (next !== unknown || !state.isReady) show({ isReady: true, unknown: next })
  }

  function settle(row: Command) {
    const outcome = outcomeOf(call, row)
    if (row.state === 'rejected') seeOnceVisible(row.id)
    show({ isReady: true, unknown: undefined, outcome })
    if (outcome) watching.onOutcome?.(outcome)
    follow()
  }

  /** The member has seen a rejection once this screen and its page are in front; until then, others say it. */
  function seeOnceVisible(id: string) {
    unseenId = id
    if (!isStarted) return
    stopWaiting()
    stopWaiting = ports.whenVisible(() => {
      unseenId = undefined
      ports
        .outbox()
        .then((outbox) => outbox?.see(id))
        .catch(() => {})
    })
  }

  async function enqueue(outbox: Outbox, args: QueuedArgs<C>, beside: Beside): Promise<Outcome<C>> {
    try {
      const command = await outbox.enqueue(call, args, beside)
      ports.onSaved()
      return { kind: 'saved', command }
    } catch (failure) {
      if (!isNotSaved(failure)) throw failure
      const { command, reason } = failure
      return { kind: 'notSaved', reason, sendNow: () => outbox.sendUnsaved(call, command) }
    }
  }

  async function make(
    args: CommandArgs<C>,
    hasPassword: boolean | undefined,
    options: RunOptions,
  ): Promise<Outcome<C>> {
    const outbox = await ports.outbox()
    if (!outbox) throw signedOut()
    return isQueued
      ? enqueue(outbox, args as QueuedArgs<C>, options)
      : outbox.sendAsking(
          call,
          args as PlainArgs<C>,
          { hasPassword, secret: options.secret, isWatched: () => isStarted && ports.isVisible() },
          question,
        )
  }

  return {
    question,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    start(wanted = {}) {
      watching = wanted
      if (isQueued)
        return () => {
          watching = {}
        }
      isStarted = true
      const stop = ports.commands.subscribe(follow)
      follow()
      if (unseenId !== undefined) seeOnceVisible(unseenId)
      const cancel = ports.timer(() => {
        if (!state.isReady) show({ isReady: true })
      }, patienceMs)
      return () => {
        watching = {}
        isStarted = false
        stop()
        stopWaiting()
        cancel()
        // Leaving the screen closes the question, which abandons the command.
        question.close()
      }
    },

    async run(args, hasPassword, options = {}) {
      if (state.isBusy && !isQueued) return { kind: 'abandoned' }
      if (state.unknown) return { kind: 'unknown', command: state.unknown }
      underWay += 1
      show({ isBusy: true, outcome: undefined })
      const outcome = await make(args, hasPassword, options).catch((error: unknown): Outcome<C> => ({
        kind: 'rejected',
        error,
      }))
      underWay -= 1
      question.done()
      // An unknown command is shown from here on; its row may not have been read yet.
      wasRead = false
      show({ isBusy: underWay > 0, outcome, ...(outcome.kind === 'unknown' && { unknown: outcome.command }) })
      if (outcome.kind === 'rejected' && outcome.unseenId !== undefined) seeOnceVisible(outcome.unseenId)
      watching.onOutcome?.(outcome)
      if (!isQueued) follow()
      return outcome
    },

    async check() {
      const { unknown, isChecking } = state
      if (!unknown || isChecking) return
      show({ isChecking: true })
      try {
        await (await ports.outbox())?.check(unknown.id)
      } catch {
        // Storage failed: the next press tries again.
      }
      show({ isChecking: false })
    },
  }
}

// By its name, because importing the class would bring the outbox into the first chunk.
function isNotSaved(failure: unknown): failure is NotSaved {
  return failure instanceof Error && failure.name === 'NotSaved'
}

/** The outcome that a settled row tells; undefined where this version of the app can't read the answer. */
function outcomeOf<C extends Call>(call: C, { state, reply }: Command): Outcome<C> | undefined {
  if (state === 'rejected' && reply) return { kind: 'rejected', error: errorOf(reply) }
  const answer = v.safeParse(call.answer, reply?.data)
  return state === 'applied' && answer.success ? { kind: 'applied', answer: answer.output as Answer<C> } : undefined
}
