import { Trans } from '@lingui/react/macro'

/** Why equal takings bring a unit a cent more once and a cent less another time. */
export function FractionsNote() {
  return (
    <p className="text-small text-ink-soft text-pretty">
      <Trans>
        Your share is paid in whole cents. Fractions carry over to the next payment, so the same revenue can bring a
        cent more or less.
      </Trans>
    </p>
  )
}
