import { connectionTo } from '../store/databases.ts'
import { memberName } from '../store/names.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { surroundings } from './surroundings.ts'
import { startTriggers } from './triggers.ts'

/** Opens a member's outbox in this tab. The shell reaches it through `door.ts`, which loads this file after the first frame. */
export function openTabOutbox(memberId: string): Outbox {
  const outbox = createOutbox(surroundings(memberId, connectionTo(memberName(memberId))))
  const stopTriggers = startTriggers(outbox.drain)
  return {
    ...outbox,
    stop() {
      stopTriggers()
      outbox.stop()
    },
  }
}
