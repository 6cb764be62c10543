import type { Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../api/api-error.ts'

/**
 * What is asked of the member: six digits (`asking`), to wait while they are looked at (`checking`), to come back later
 * (`locked`: too many wrong ones), or to set a transaction password first (`missing`). `refusal` is why the last digits were not taken.
 */
export interface Asked {
  isOpen: boolean
  step: 'asking' | 'checking' | 'locked' | 'missing'
  rejection?: unknown
}

/** Something that needs the digits; without them where the member has none. Run again after wrong ones, so it must be the same command every time. */
export type Work<T> = (password: string | undefined) => Promise<T>

export interface Proving {
  asked(): Asked
  /** Calls `listener` whenever `asked` has changed; gives the way to stop that. */
  subscribe(listener: () => void): () => void
  /** The member typed the digits. They are handed to the work and kept nowhere. */
  answer(password: string): void
  /** The member closed the question. Not while it is being answered: the outcome would be lost on them. */
  giveUp(): void
  /**
   * Asks for the digits where the call wants them and does `work` with them. Resolves with what came of it, with undefined where
   * the member gave up; rejects with what failed, other than wrong digits, which are asked for again. `hasPassword` is
   * undefined while nobody knows: the server will say.
   */
  prove<T>(call: Call, hasPassword: boolean | undefined, work: Work<T>): Promise<T | undefined>
}

const closed: Asked = { isOpen: false, step: 'asking' }

/** One question at a time, for as long as a screen is there. */
export function createProving(): Proving {
  const listeners = new Set<() => void>()
  let asked = closed
  let question: { work: (password: string) => Promise<void>; giveUp: () => void } | undefined

  function show(next: Asked) {
    asked = next
    for (const listener of listeners) listener()
  }

  function close() {
    question = undefined
    // What was last shown stays in it while the sheet slides away.
    show({ ...asked, isOpen: false })
  }

  function ask<T>(work: Work<T>, step: Asked['step']): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      question = {
        giveUp() {
          close()
          resolve(undefined)
        },
        async work(password) {
          show({ isOpen: true, step: 'checking' })
          try {
            const result = await work(password)
            close()
            resolve(result)
          } catch (failure) {
            const next = stepAfter(failure)
            if (next) return show({ isOpen: true, step: next, rejection: failure })
            close()
            reject(failure as Error)
          }
        },
      }
      show({ isOpen: true, step })
    })
  }

  return {
    asked: () => asked,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer(password) {
      if (asked.isOpen && asked.step === 'asking') void question?.work(password)
    },
    giveUp() {
      if (asked.step !== 'checking') question?.giveUp()
    },
    async prove<T>(call: Call, hasPassword: boolean | undefined, work: Work<T>): Promise<T | undefined> {
      if (question) return undefined
      if (hasPassword) return ask(work, 'asking')
      if (call.proof === true) return ask(work, hasPassword === undefined ? 'asking' : 'missing')
      try {
        return await work(undefined)
      } catch (failure) {
        // It was set on another device meanwhile.
        if (errnoOf(failure) === errors.transaction_password_needed.errno) return ask(work, 'asking')
        throw failure
      }
    },
  }
}

/** What is asked next after a refusal that concerns the digits; undefined where it concerns something else. */
function stepAfter(failure: unknown): Asked['step'] | undefined {
  switch (errnoOf(failure)) {
    case errors.transaction_password_wrong.errno:
      return 'asking'
    case errors.attempts_exhausted.errno:
      return 'locked'
    case errors.transaction_password_missing.errno:
      return 'missing'
    default:
      return undefined
  }
}

function errnoOf(failure: unknown): number {
  return failure instanceof ApiError ? failure.errno : 0
}
