import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { sleep } from '../../lib/sleep.ts'
import { clearStored } from '../../cache/clear-stored.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCommands } from './commands.ts'
import { waitingCounts } from './waiting-counts.ts'

/** Deletes what is stored for reading and reloads the app (specification 8). Unsent commands are never touched. */
export function ClearStored() {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const [isCleared, setCleared] = useState(false)
  const { unsent } = waitingCounts(useCommands())
  async function clear() {
    try {
      await clearStored()
    } catch {
      toast(t`The browser's storage couldn't be opened.`, { tone: 'danger', duration: 6000 })
      return
    }
    setCleared(true)
    // As long as a toast is shown (specification 9).
    await sleep(2000)
    location.reload()
  }
  if (isCleared)
    return (
      <Dialog isOpen onClose={() => location.reload()} title={<Trans>Cache cleared</Trans>} actions={null}>
        <p role="status">
          <Trans>The app restarts.</Trans>
        </p>
      </Dialog>
    )
  return (
    <>
      <Button look="plain" wide icon="trash" onClick={() => setAsked(true)}>
        <Trans>Clear saved pages</Trans>
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Clear it and restart the app?</Trans>}
        actions={
          <>
            <Button wide look="danger" onClick={() => void clear()}>
              <Trans>Clear and restart</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>Offline, pages have nothing to show until you've been online again.</Trans>
        </p>
        {unsent > 0 && (
          <p className="mt-2 font-strong text-ink">
            <Plural
              value={unsent}
              one="The # action that hasn't been sent yet stays."
              other="The # actions that haven't been sent yet stay."
            />
          </p>
        )}
      </Dialog>
    </>
  )
}
