import { knownCommands } from '#protocol/auth.ts'
import { callApi } from '../api/api.ts'
import { queryClient } from '../cache/cache.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { memberName } from '../cache/storage/names.ts'
import { reported } from '../lib/report.ts'
import { markLost } from './confirmed.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { outboxAdapter } from './adapter.ts'
import { startTriggers } from './triggers.ts'
import { whenSwitchesChange } from './when-switches-change.ts'

export interface TabOutbox extends Outbox {
  /** Asks the server whether it still has what it confirmed. Rejects with ApiError where it can't be asked. */
  checkConfirmed(): Promise<void>
}

/**
 * Opens a member's outbox in this tab. The shell reaches it through `current-outbox.ts`, which loads this file after
 * the first frame.
 */
export function openTabOutbox(memberId: string): TabOutbox {
  const adapter = outboxAdapter(memberId, connectionTo(memberName(memberId)))
  const outbox = createOutbox(adapter)
  const stopTriggers = startTriggers(outbox.drain)
  // Where the store fails just then, the wait ends by itself.
  const retry = () => void outbox.retrySwitchedOff().catch(reported('outbox: switched off'))
  const stopWatching = whenSwitchesChange(queryClient, retry)
  return {
    ...outbox,
    checkConfirmed: () =>
      markLost(adapter.storage, async (keys) => {
        const { known } = await callApi(knownCommands, { keys: [...keys] }, { memberId, isQuiet: true })
        return known
      }),
    stop() {
      stopTriggers()
      stopWatching()
      outbox.stop()
    },
  }
}
