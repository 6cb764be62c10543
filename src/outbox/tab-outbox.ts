import { connectionTo } from '../cache/storage/databases.ts'
import { memberName } from '../cache/storage/names.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { outboxAdapter } from './adapter.ts'
import { startTriggers } from './triggers.ts'

/** Opens a member's outbox in this tab. The shell reaches it through `door.ts`, which loads this file after the first frame. */
export function openTabOutbox(memberId: string): Outbox {
  const outbox = createOutbox(outboxAdapter(memberId, connectionTo(memberName(memberId))))
  const stopTriggers = startTriggers(outbox.drain)
  return {
    ...outbox,
    stop() {
      stopTriggers()
      outbox.stop()
    },
  }
}
