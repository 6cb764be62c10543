import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { removeDraftOf } from './address-draft.ts'
import { useDeleteAddress } from './commands.ts'
import type { ShownAddress } from './shown-addresses.ts'

/** Deletes after one question. Until the server has confirmed the deletion, the list offers to take it back. */
export function DeleteAddress({ address }: { address: ShownAddress }) {
  const { t } = useLingui()
  const memberId = useSignedIn() ?? ''
  const back = use(BackContext)
  const { isBusy, remove } = useDeleteAddress()
  const tell = useTellOutcome()
  const [isAsked, setAsked] = useState(false)
  const confirm = async () => {
    const isSaved = tell(await remove(address), t`Deleted`)
    setAsked(false)
    if (!isSaved) return
    void removeDraftOf(memberId, address.id)
    back()
  }
  return (
    <>
      <Button wide look="plain" icon="trash" onClick={() => setAsked(true)}>
        <Trans>Delete address</Trans>
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Delete this address?</Trans>}
        actions={
          <>
            <Button wide look="danger" busy={isBusy} onClick={() => void confirm()}>
              <Trans>Delete</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        {address.recipient}, {address.detail}
      </Dialog>
    </>
  )
}
