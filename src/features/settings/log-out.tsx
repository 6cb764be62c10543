import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { signOut } from '../../outbox/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommands } from './commands.ts'
import { LogOutWords } from './log-out-words.tsx'
import { waitingCounts } from './waiting-counts.ts'

/** Signs out, after saying what happens to commands that wait. */
export function LogOut() {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const counts = waitingCounts(useCommands())
  const isWaiting = Object.values(counts).some((it) => it > 0)
  const leave = () => {
    setBusy(true)
    // The end of the session navigates to the log-in page, which unmounts this one.
    void signOut()
  }
  return (
    <>
      <Button look="plain" wide onClick={() => setAsked(true)}>
        <Trans>Log out</Trans>
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => !isBusy && setAsked(false)}
        title={<Trans>Log out on this device?</Trans>}
        actions={
          <>
            <Button wide look={isWaiting ? 'danger' : 'primary'} busy={isBusy} onClick={leave}>
              <Trans>Log out</Trans>
            </Button>
            <Button wide look="plain" disabled={isBusy} onClick={() => setAsked(false)}>
              <Trans>Stay logged in</Trans>
            </Button>
          </>
        }
      >
        <LogOutWords {...counts} />
      </Dialog>
    </>
  )
}
