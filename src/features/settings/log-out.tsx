import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isOpen, needsAttention } from '../../outbox/command.ts'
import { signOut } from '../../outbox/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useCommands } from './commands.ts'

/** Signs out, after saying what happens to commands that were not sent yet. */
export function LogOut() {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const waiting = useCommands().filter((it) => isOpen(it) || needsAttention(it)).length
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
        onClose={() => setAsked(false)}
        title={<Trans>Log out on this device?</Trans>}
        actions={
          <>
            <Button wide look={waiting > 0 ? 'danger' : 'primary'} busy={isBusy} onClick={leave}>
              <Trans>Log out</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setAsked(false)}>
              <Trans>Stay logged in</Trans>
            </Button>
          </>
        }
      >
        {waiting > 0 ? (
          <Plural
            value={waiting}
            one="# saved action hasn't been sent yet. It stays on this device and is sent when you log in here again as the same member. Nobody else can send it."
            other="# saved actions haven't been sent yet. They stay on this device and are sent when you log in here again as the same member. Nobody else can send them."
          />
        ) : (
          <Trans>Nothing is waiting to be sent. Pages saved here are removed.</Trans>
        )}
      </Dialog>
    </>
  )
}
