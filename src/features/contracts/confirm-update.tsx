import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { UpdateWords } from './update-words.tsx'

interface ConfirmUpdateProps extends ComponentProps<typeof UpdateWords> {
  isOpen: boolean
  onConfirm: () => void
  onClose: () => void
}

/**
 * The question before a contract is updated: it says that the review starts again, and what changes (specification 4).
 */
export function ConfirmUpdate({ isOpen, onConfirm, onClose, ...words }: ConfirmUpdateProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Submit this update?</Trans>}
      actions={
        <>
          <Button wide onClick={onConfirm}>
            <Trans>Submit for review</Trans>
          </Button>
          <Button look="plain" wide onClick={onClose}>
            <Trans>Keep editing</Trans>
          </Button>
        </>
      }
    >
      <UpdateWords {...words} />
    </Dialog>
  )
}
