import { Trans } from '@lingui/react/macro'

/** Why equal takings bring a unit a cent more once and a cent less another time. */
export function FractionsNote() {
  return (
    <p className="text-small text-ink-soft text-pretty">
      <Trans>
        Your part is paid in whole cents. Fractions are carried over to the next amount, so the same takings can bring a
        cent more or less.
      </Trans>
    </p>
  )
}
