import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { systemClock } from '../lib/clock.ts'
import { askAttempt, AnswerLost, keptAttempt, makeAttempt, newAttempt, type KeptAttempt } from './kept-attempt.ts'
import type { Work } from './step-up.ts'

/** Where the member stands with a call that moves money. */
export interface Standing<C extends Call> {
  /** False until the store has said whether there is an earlier attempt; a store that never opens is not waited for. */
  isReady: boolean
  /** Sent before, on this visit or an earlier one, and nobody knows what became of it; it comes before anything new. */
  unknown: KeptAttempt<C> | undefined
  /** From asking for the digits to the answer, and while it is asked what became of the unknown one. */
  isBusy: boolean
  /** Why nothing moved: a failure, or `notArrived`. */
  rejection: unknown
  /** The last one, until there is another. */
  answer: Answer<C> | undefined
  /** How often it was asked what became of the unknown one, since it is known to be unknown. */
  checks: number
}

/** Asks for the digits where there are any and does the work with them; undefined where the member gave up (`Proving.prove`). */
type Prove = <T>(work: Work<T>) => Promise<T | undefined>

export interface Attempting<C extends Call> {
  standing(): Standing<C>
  /** Calls `listener` whenever the standing has changed; gives the way to stop that. */
  subscribe(listener: () => void): () => void
  /** Takes up what an earlier visit or another screen left behind; gives the way to stop waiting for it. */
  recall(): () => void
  /** Does it, once however often it is pressed; nothing while an earlier one is unknown. */
  run(args: ArgsInput<C>, prove: Prove): Promise<void>
  /** Asks again what became of the unknown one. */
  check(): Promise<void>
}

const patienceMs = 2000

/** One screen's way of making `call`, for those of the kept attempts that are meant. */
export function createAttempting<C extends Call>(
  memberId: string,
  call: C,
  isMeant?: (args: ArgsInput<C>) => boolean,
): Attempting<C> {
  const listeners = new Set<() => void>()
  let standing: Standing<C> = {
    isReady: false,
    unknown: undefined,
    isBusy: false,
    rejection: undefined,
    answer: undefined,
    checks: 0,
  }
  // What did not arrive: for the same wish a copy that was held up on the way would be the same command.
  let again: KeptAttempt<C> | undefined

  function show(change: Partial<Standing<C>>) {
    standing = { ...standing, ...change }
    for (const listener of listeners) listener()
  }

  /** Also what comes late, after a store that was slow: it is shown as soon as nothing else is being sent. */
  async function takeUp(): Promise<void> {
    const unknown = await keptAttempt(memberId, call, isMeant)
    if (standing.isBusy) return
    if (unknown && unknown.key !== standing.unknown?.key) show({ isReady: true, unknown, checks: 0 })
    else if (!standing.isReady) show({ isReady: true })
  }

  function settle(change: Partial<Standing<C>>) {
    show({ unknown: undefined, isBusy: false, ...change })
    void takeUp()
  }

  return {
    standing: () => standing,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recall() {
      void takeUp()
      const timer = setTimeout(() => {
        if (!standing.isReady) show({ isReady: true })
      }, patienceMs)
      return () => clearTimeout(timer)
    },
    async run(args, prove) {
      if (standing.isBusy || standing.unknown) return
      show({ isBusy: true, rejection: undefined })
      const attempt = again && isSame(again.args, args) ? again : newAttempt<C>(args)
      try {
        const answer = await prove((password) => makeAttempt(memberId, call, attempt, password))
        if (answer === undefined) return settle({})
        again = undefined
        settle({ answer })
      } catch (failure) {
        if (failure instanceof AnswerLost)
          return show({ isBusy: false, unknown: { ...attempt, sentAt: systemClock.now() }, checks: 1 })
        // The key belongs to the refusal now; a changed mind needs another.
        again = undefined
        settle({ rejection: failure })
      }
    },
    async check() {
      const { unknown, isBusy, checks } = standing
      if (!unknown || isBusy) return
      show({ isBusy: true, rejection: undefined })
      const outcome = await askAttempt(memberId, call, unknown)
      if (outcome.is === 'unknown') return show({ isBusy: false, checks: checks + 1 })
      again = outcome.is === 'notArrived' ? unknown : undefined
      if (outcome.is === 'done') settle({ answer: outcome.answer })
      else settle({ rejection: outcome.is === 'refused' ? outcome.failure : 'notArrived' })
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
