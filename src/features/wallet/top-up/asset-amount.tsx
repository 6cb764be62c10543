import { useLingui } from '@lingui/react'
import { assetFigure, assetText } from '../../../lib/asset-amount.ts'
import { classNames } from '../../../ui/class-names.ts'
import { HiddenAmount, useAmountsHidden } from '../../../ui/hidden-amount.tsx'

interface AssetAmountProps {
  /** In the asset's smallest unit. */
  units: number
  decimals: number
  asset: string
  /** About to be sent: shown while amounts are hidden too, and with a point in every language, as wallets read it. */
  isOpen?: boolean
  isStrong?: boolean
}

/** An amount of a coin; dots while the member hides their amounts (docs/privacy.md). */
export function AssetAmount({ units, decimals, asset, isOpen = false, isStrong = false }: AssetAmountProps) {
  const { i18n } = useLingui()
  const isHidden = useAmountsHidden() && !isOpen
  return (
    <bdi className={classNames('figures', isStrong && 'font-strong')}>
      {isHidden ? (
        <HiddenAmount />
      ) : (
        `${isOpen ? assetText(units, decimals) : assetFigure(units, decimals, i18n.locale)} ${asset}`
      )}
    </bdi>
  )
}
