import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TransactionPasswordSheet } from './transaction-password-sheet.tsx'

interface CommandSheetProps {
  isOpen: boolean
  step: 'asking' | 'checking' | 'locked' | 'missing' | 'notSaved'
  rejection?: unknown
  onPassword: (password: string) => void
  onPasskey?: (() => void) | undefined
  onSendAnyway: () => void
  onClose: () => void
  /** The command that is sent, with its numbers: "Withdraw $20.00 to •••• 1234". */
  children?: ReactNode
}

/**
 * The questions before a command is sent: the transaction password, and whether to send a command that this device
 * can't save.
 */
export function CommandSheet({ step, isOpen, onSendAnyway, children, ...rest }: CommandSheetProps) {
  const isNotSaved = step === 'notSaved'
  return (
    <>
      <TransactionPasswordSheet {...rest} isOpen={isOpen && !isNotSaved} step={isNotSaved ? 'checking' : step}>
        {children}
      </TransactionPasswordSheet>
      <Dialog
        isOpen={isOpen && isNotSaved}
        onClose={rest.onClose}
        title={<Trans>This phone can't save it. Send anyway?</Trans>}
        actions={
          <>
            <Button wide onClick={onSendAnyway}>
              <Trans>Send anyway</Trans>
            </Button>
            <Button wide look="plain" onClick={rest.onClose}>
              <Trans>Don't send</Trans>
            </Button>
          </>
        }
      >
        {rest.rejection === 'quota' ? (
          <Trans>This device is out of space. If the connection drops, only this open page knows what you sent.</Trans>
        ) : (
          <Trans>
            This browser can't save anything right now. If the connection drops, only this open page knows what you
            sent.
          </Trans>
        )}
      </Dialog>
    </>
  )
}
