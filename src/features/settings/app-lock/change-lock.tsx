import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { changeLock, removeLock } from '../../../lib/app-lock/lock-state.ts'
import { Button } from '../../../ui/button.tsx'
import { AfterChoice } from './after-choice.tsx'
import { UnlockForm, useLock } from './unlock-form.tsx'

/** Changes or removes a lock. It has to be opened first: whoever holds the phone unlocked must not turn it off. */
export function ChangeLock({ memberId, onDone }: { memberId: string; onDone: () => void }) {
  const lock = useLock(memberId)
  const [isOpened, setOpened] = useState(false)
  if (!lock) return null
  if (!isOpened)
    return (
      <div className="flex flex-col gap-4 pt-1">
        <p className="text-ink-soft">
          <Trans>Unlock to change the lock or to turn it off.</Trans>
        </p>
        <UnlockForm memberId={memberId} onUnlocked={() => setOpened(true)} />
      </div>
    )
  return (
    <div className="flex flex-col gap-5 pt-1">
      <AfterChoice value={lock.after} onChange={(after) => changeLock(memberId, { after })} />
      <Button
        look="quiet-danger"
        wide
        onClick={() => {
          removeLock(memberId)
          onDone()
        }}
      >
        <Trans>Turn off the lock</Trans>
      </Button>
      <Button look="plain" wide onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </div>
  )
}
