import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { isPasskeyNotUsed } from '../lib/passkey-not-used.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { PinField } from '../ui/pin-field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useReason } from '../ui/use-reason.ts'

export interface TransactionPasswordSheetProps {
  isOpen: boolean
  /** The member types the password, waits for the check, is locked out for a time, or must set a password first. */
  step: 'asking' | 'checking' | 'locked' | 'missing'
  /** The error of the last password that was typed. */
  rejection?: unknown
  onPassword: (password: string) => void
  /** Confirms with a passkey in place of the digits, where the member chose that. */
  onPasskey?: (() => void) | undefined
  onClose: () => void
  /** The command that the password confirms, with its numbers: "Withdraw $20.00 to •••• 1234". */
  children?: ReactNode
}

/**
 * Asks for the transaction password (specification 5: six digits). The sheet passes the digits on once and then forgets
 * them.
 */
export function TransactionPasswordSheet({
  isOpen,
  step,
  rejection,
  onPassword,
  onPasskey,
  onClose,
  children,
}: TransactionPasswordSheetProps) {
  const first = useRef<HTMLInputElement>(null)
  const reason = useReason()
  const isChecking = isOpen && step === 'checking'
  const isLong = useIsLong(isChecking)
  return (
    // Not closed by accident while the outcome is about to come.
    <Sheet
      isOpen={isOpen}
      onClose={isChecking && !isLong ? () => {} : onClose}
      firstFocus={first}
      title={<Trans>Transaction password</Trans>}
    >
      <div className="flex flex-col gap-5 pt-1">
        {children && <div className="text-ink-soft">{children}</div>}
        {step === 'missing' && <NoneYet />}
        {step === 'locked' && (
          <Banner tone="danger" icon="warning">
            {reason(rejection)}
          </Banner>
        )}
        {isOpen && onPasskey && (step === 'asking' || step === 'checking') && (
          <Button wide icon="shield" busy={isChecking} onClick={onPasskey}>
            <Trans>Confirm with a passkey</Trans>
          </Button>
        )}
        {isOpen && (step === 'asking' || step === 'checking') && (
          <Digits first={first} isChecking={isChecking} isLong={isLong} rejection={rejection} onPassword={onPassword} />
        )}
        {step !== 'missing' && (
          <Link
            to="/pages/auth/changePassword"
            search={{ of: 'transaction', by: 'code' }}
            className={buttonClass({ look: 'plain', wide: true })}
          >
            <Trans>Forgot it?</Trans>
          </Link>
        )}
      </div>
    </Sheet>
  )
}

/** How long the server may check before the member may close the sheet. Milliseconds. */
const longMs = 8000

function useIsLong(isChecking: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isChecking) return
    const timer = setTimeout(() => setLong(true), longMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isChecking])
  return isChecking && isLong
}

function Digits({
  first,
  isChecking,
  isLong,
  rejection,
  onPassword,
}: {
  first: RefObject<HTMLInputElement | null>
  isChecking: boolean
  isLong: boolean
  rejection: unknown
  onPassword: (password: string) => void
}) {
  const { t } = useLingui()
  const reason = useReason()
  const [digits, setDigits] = useState('')
  // Back to the first cell, for the next try.
  useEffect(() => {
    if (rejection !== undefined) first.current?.focus()
  }, [rejection, first])
  const complete = (password: string) => {
    setDigits('')
    onPassword(password)
  }
  return (
    <>
      <PinField
        label={t`Your 6 digits`}
        value={digits}
        onChange={setDigits}
        onComplete={complete}
        readOnly={isChecking}
        firstCell={first}
        hint={t`Not your login password. It's the one for payments and withdrawals.`}
        error={
          rejection === undefined
            ? undefined
            : isPasskeyNotUsed(rejection)
              ? t`No passkey was used, and nothing was sent. Try again, or enter your 6 digits.`
              : reason(rejection)
        }
      />
      <p role="status" className="min-h-6 text-center text-small text-pretty text-ink-soft">
        {isLong ? (
          <Trans>
            The server isn't answering. You can close this: we find out what happened. It can't happen twice.
          </Trans>
        ) : (
          isChecking && <Trans>Checking…</Trans>
        )}
      </p>
    </>
  )
}

function NoneYet() {
  return (
    <>
      <p>
        <Trans>
          You need a transaction password for this: six digits you choose, different from your login password. Set one,
          then come back here.
        </Trans>
      </p>
      <Link to="/pages/auth/changePassword" search={{ of: 'transaction' }} className={buttonClass({ wide: true })}>
        <Trans>Set a transaction password</Trans>
      </Link>
    </>
  )
}
