import type { StepUp } from '../api/encrypted-call.ts'

/**
 * What a member is asked before a command is sent: six digits (`asking`), to wait while they are looked at
 * (`checking`), to come back later (`locked`: too many wrong ones), to set a transaction password first (`missing`), or
 * whether to send what this device can't keep (`notSaved`).
 */
export type Step = 'asking' | 'checking' | 'locked' | 'missing' | 'notSaved'

export interface Asked {
  isOpen: boolean
  step: Step
  /** Why the last digits were not taken, or why the store doesn't keep it. */
  rejection?: unknown
}

export interface Question {
  asked(): Asked
  /** Calls `listener` whenever `asked` has changed; returns how to stop that. */
  subscribe(listener: () => void): () => void
  /**
   * Resolves with the digits, which are kept nowhere, or what proves the command in their place; with undefined where
   * the member closed the question.
   */
  askPassword(step: Step, rejection?: unknown): Promise<StepUp | undefined>
  /** Resolves true where the member wants it sent although this device can't keep it. */
  askWhether(reason: 'quota' | 'storage'): Promise<boolean>
  /** The member typed the digits. */
  answer(password: StepUp): void
  /**
   * The member chose another proof, which has to be loaded. Where it can't be had, the member is asked again, and told
   * why. One that comes after its question was closed or answered does nothing, even where another is asked by then.
   */
  answerBy(proof: Promise<StepUp>): Promise<void>
  /** The member wants it sent anyway. */
  sendAnyway(): void
  /** The member closed the question. Where it is answered already, the command goes on without it. */
  close(): void
  /** There is an outcome: nothing is asked any more. */
  done(): void
}

/** One question at a time, for as long as a screen is there. */
export function createQuestion(): Question {
  const listeners = new Set<() => void>()
  let asked: Asked = { isOpen: false, step: 'asking' }
  let resolve: ((answer: StepUp | undefined) => void) | undefined

  function show(next: Asked) {
    asked = next
    for (const listener of listeners) listener()
  }

  function ask(next: Asked): Promise<StepUp | undefined> {
    show(next)
    return new Promise((answered) => {
      resolve = answered
    })
  }

  function settle(answer: StepUp | undefined, next: Asked) {
    const answered = resolve
    resolve = undefined
    show(next)
    answered?.(answer)
  }

  function answer(password: StepUp) {
    if (asked.isOpen && asked.step === 'asking') settle(password, { isOpen: true, step: 'checking' })
  }

  // What was last shown stays in it while the sheet slides away.
  const shut = (): Asked => ({ ...asked, isOpen: false })

  return {
    asked: () => asked,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    askPassword: (step, rejection) => ask({ isOpen: true, step, rejection }),
    askWhether: async (reason) => (await ask({ isOpen: true, step: 'notSaved', rejection: reason })) !== undefined,
    answer,
    async answerBy(proof) {
      // Each question has a resolver of its own.
      const answered = resolve
      try {
        const loaded = await proof
        if (resolve === answered) answer(loaded)
      } catch (rejection) {
        if (resolve === answered && asked.isOpen && asked.step === 'asking') show({ ...asked, rejection })
      }
    },
    sendAnyway() {
      if (asked.isOpen && asked.step === 'notSaved') settle('', shut())
    },
    close() {
      if (asked.isOpen) settle(undefined, shut())
    },
    done() {
      if (asked.isOpen) show(shut())
    },
  }
}
