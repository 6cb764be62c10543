import { Trans } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { buttonClass } from '../../ui/button.tsx'

/**
 * The contract button (specification 4): 0 sign, 2 and 3 update, also once the contract has ended (decision 103); with
 * 1 and 4 there is nothing to press, and the page says why.
 */
export function ContractAction({ button }: Pick<Answer<typeof contractInfo>, 'button'>) {
  if (button === 1 || button === 4) return null
  return (
    <FeatureLink to="/subPages/contract/edit" className={buttonClass({ wide: true })}>
      {button === 0 ? <Trans>Fill in and sign</Trans> : <Trans>Update the contract</Trans>}
    </FeatureLink>
  )
}
