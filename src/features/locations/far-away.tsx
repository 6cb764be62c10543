import { Trans, useLingui } from '@lingui/react/macro'
import { distanceText } from '../../lib/distance.ts'

/** A distance as the crow flies; a rounded place only says about how far. */
export function FarAway({ km, isExact }: { km: number; isExact: boolean }) {
  const { i18n } = useLingui()
  if (isExact) return <span className="figures">{distanceText(km, i18n.locale)}</span>
  const distance = distanceText(Math.max(1, Math.round(km)), i18n.locale)
  return (
    <span className="figures">
      <Trans>about {distance}</Trans>
    </span>
  )
}
