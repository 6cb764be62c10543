import { createSignal } from '../lib/signal.ts'
import { isAnswer } from './api-error.ts'

/** Requests are under way and the server has answered none of them: for 3 s (`waiting`), for 8 s (`noAnswer`). */
export type ResponseDelay = 'none' | 'waiting' | 'noAnswer'

const waitingAfterMs = 3000
const noAnswerAfterMs = 8000

export interface ResponseDelayWatch {
  /** Runs one request. Any answer of our server, a rejection too, ends the delay of all that are under way. */
  watch<T>(request: () => Promise<T>): Promise<T>
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
  getSnapshot(): ResponseDelay
}

/** Runs `run` after so many milliseconds; returns how to cancel it. */
export type After = (run: () => void, ms: number) => () => void

export const afterTimeout: After = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Measures how long the server has answered nothing at all, so that a silent line is told long before the time-out. */
export function watchResponseDelay(after: After = afterTimeout): ResponseDelayWatch {
  const delay = createSignal<ResponseDelay>('none')
  let underWay = 0
  let cancel = () => {}

  function measureAnew() {
    cancel()
    delay.set('none')
    if (underWay === 0) return
    const cancels = [
      after(() => delay.set('waiting'), waitingAfterMs),
      after(() => delay.set('noAnswer'), noAnswerAfterMs),
    ]
    cancel = () => cancels.forEach((it) => it())
  }

  function end(isAnswered: boolean) {
    underWay -= 1
    if (isAnswered || underWay === 0) measureAnew()
  }

  return {
    async watch(request) {
      underWay += 1
      if (underWay === 1) measureAnew()
      try {
        const answer = await request()
        end(true)
        return answer
      } catch (failure) {
        end(isAnswer(failure))
        throw failure
      }
    },
    subscribe: delay.subscribe,
    getSnapshot: delay.getSnapshot,
  }
}
