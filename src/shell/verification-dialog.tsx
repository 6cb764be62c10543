import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/**
 * The server's message that someone in the team has not bought the verification-capital product, with one button
 * (specification 8).
 */
export function VerificationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>A team member isn't verified</Trans>}
      actions={
        <Button wide onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Trans>
        Someone in your team hasn't bought the verification-capital product yet. The server didn't do what you asked.
      </Trans>
    </Dialog>
  )
}
