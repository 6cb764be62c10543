import { Trans, useLingui } from '@lingui/react/macro'

interface ChanceProps {
  weight: number
  /** The sum of the weights of all slots. */
  of: number
}

/** A chance as a percentage and as "1 in 20", computed from the weights. */
export function Chance({ weight, of }: ChanceProps) {
  const { i18n } = useLingui()
  if (weight <= 0 || of <= 0) return <Trans>used up</Trans>
  const share = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumSignificantDigits: 3 }).format(
    weight / of,
  )
  const every = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: of / weight < 10 ? 1 : 0 }).format(
    of / weight,
  )
  return (
    <span className="figures">
      <Trans>
        {share}, 1 in {every}
      </Trans>
    </span>
  )
}
