import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { WaitingCounts } from './waiting-counts.ts'

/** What happens to commands that wait when the member logs out. */
export function LogOutWords({ unsent, unanswered, attention }: WaitingCounts): ReactNode {
  if (unsent + unanswered + attention === 0)
    return <Trans>Nothing is waiting to be sent. Pages saved here are removed.</Trans>
  return (
    <div className="flex flex-col gap-2">
      {unsent > 0 && (
        <p>
          <Plural
            value={unsent}
            one="# saved action hasn't been sent yet. It stays on this device and is sent when you log in here again as the same member. Nobody else can send it."
            other="# saved actions haven't been sent yet. They stay on this device and are sent when you log in here again as the same member. Nobody else can send them."
          />
        </p>
      )}
      {unanswered > 0 && (
        <p>
          <Plural
            value={unanswered}
            one="# action has no answer yet. It isn't sent again: we ask what happened when you log in here again as the same member."
            other="# actions have no answer yet. They aren't sent again: we ask what happened when you log in here again as the same member."
          />
        </p>
      )}
      {attention > 0 && (
        <p>
          <Plural
            value={attention}
            one="# action needs your attention. It stays on this device, and you see it when you log in here again as the same member."
            other="# actions need your attention. They stay on this device, and you see them when you log in here again as the same member."
          />
        </p>
      )}
    </div>
  )
}
