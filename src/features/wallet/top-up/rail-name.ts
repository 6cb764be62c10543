import { useLingui } from '@lingui/react/macro'

/** What a rail is called: its asset and its network, as wallets call them. */
export function useRailName(): (rail: { asset: string; network: string; demo: boolean }) => string {
  const { t } = useLingui()
  return ({ asset, network, demo }) => {
    if (demo) return t`${asset}, demonstration`
    const name = network === 'trc20' ? 'TRON (TRC20)' : network.toUpperCase()
    return t`${asset} on ${name}`
  }
}
