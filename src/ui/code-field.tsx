import { useLingui } from '@lingui/react/macro'
import { DigitsField, type DigitsFieldProps } from './text-field.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

export interface CodeFieldProps extends Omit<DigitsFieldProps, 'type' | 'after' | 'inputMode' | 'autoComplete'> {
  /** Asks for a code to be sent. */
  onSend: () => void
  isSending?: boolean
  /**
   * Milliseconds since 1970 until when no further code may be asked for (specification 4); undefined before the first.
   */
  blockedUntil: number | undefined
}

/** A code from a text message: filled in by the phone where it can, with the button that has it sent. */
export function CodeField({ onSend, isSending = false, blockedUntil, mostDigits = 6, ...rest }: CodeFieldProps) {
  const { t } = useLingui()
  const left = useSecondsLeft(blockedUntil)
  const words = isSending
    ? t`Sending code`
    : left > 0
      ? t`Resend in ${left} s`
      : blockedUntil === undefined
        ? t`Get code`
        : t`Send again`
  const isBlocked = left > 0 || isSending
  return (
    <DigitsField
      {...rest}
      autoComplete="one-time-code"
      pattern="[0-9]*"
      mostDigits={mostDigits}
      wraps
      after={
        <button
          type="button"
          onClick={() => {
            if (!isBlocked) onSend()
          }}
          aria-disabled={isBlocked || undefined}
          className="figures me-1 min-h-11 shrink-0 rounded-sm px-3 text-small font-strong text-accent-ink hover:bg-accent-soft aria-disabled:text-ink-soft aria-disabled:hover:bg-transparent"
        >
          {words}
        </button>
      }
    />
  )
}
