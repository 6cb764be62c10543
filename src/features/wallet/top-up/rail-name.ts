import { useLingui } from '@lingui/react/macro'

/** The name of a rail: its asset and its network, as wallets name them. */
export function useRailName(): (rail: { asset: string; network: string; demo: boolean }) => string {
  const { t } = useLingui()
  return ({ asset, network, demo }) => {
    if (demo) return t`${asset}, demo`
    const name = network === 'trc20' ? 'TRON (TRC20)' : network.toUpperCase()
    return t`${asset} on ${name}`
  }
}
