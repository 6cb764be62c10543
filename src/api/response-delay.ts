import { createSignal } from '../lib/signal.ts'
import { isAnswer } from './api-error.ts'

/** How long the server has answered no request while some are under way: 3 s (`waiting`) or 8 s (`noAnswer`). */
export type ResponseDelay = 'none' | 'waiting' | 'noAnswer'

const waitingAfterMs = 3000
const noAnswerAfterMs = 8000

export interface ResponseDelayWatch {
  /** Runs one request. Any answer of our server, also a rejection, ends the delay for all requests under way. */
  watch<T>(request: () => Promise<T>): Promise<T>
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
  getSnapshot(): ResponseDelay
}

/** Runs `run` after so many milliseconds. The returned function cancels it. */
export type After = (run: () => void, ms: number) => () => void

export const afterTimeout: After = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Measures how long the server has answered nothing, so that the app can say so long before the time-out. */
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
