import { useEffect, useState } from 'react'
import { followPushState, turnPushOff, turnPushOn, type PushState } from './push.ts'

export interface PushChoice {
  /** Undefined until the browser has been asked. */
  state: PushState | undefined
  isBusy: boolean
  /**
   * To be called in the tap itself: browsers ask for leave only then. Rejects with ApiError, or with what the browser's
   * push service says.
   */
  turnOn: () => Promise<PushState>
  turnOff: () => Promise<PushState>
}

/** Whether this device is told of what happens, and how to change it. */
export function usePush(): PushChoice {
  const [state, setState] = useState<PushState>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => followPushState(setState), [])

  async function change(work: () => Promise<PushState>): Promise<PushState> {
    setBusy(true)
    try {
      const next = await work()
      setState(next)
      return next
    } finally {
      setBusy(false)
    }
  }

  return { state, isBusy, turnOn: () => change(turnPushOn), turnOff: () => change(turnPushOff) }
}
