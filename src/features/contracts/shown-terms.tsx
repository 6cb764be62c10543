import { Trans } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { Banner } from '../../ui/banner.tsx'
import { ContractTerms } from './contract-terms.tsx'

/**
 * The terms of the approved contract as they were signed, and below them others that are under review or can be signed
 * now. Without an approved contract, those under review or on offer.
 */
export function ShownTerms({ contractState }: { contractState: Answer<typeof contractInfo> }) {
  // The answer of an earlier build has no approved contract.
  const { button, terms, approved } = contractState
  if (!approved) return terms.work.length > 0 && <ContractTerms terms={terms} />
  const endsOn = approved.endedOn ?? approved.terms.endsOn
  return (
    <>
      <ContractTerms terms={{ ...approved.terms, endsOn }} title={<Trans>Terms you signed</Trans>} />
      {approved.hasOtherTerms && button !== 4 && (
        <ContractTerms
          terms={terms}
          title={button === 1 ? <Trans>Terms under review</Trans> : <Trans>Terms on offer now</Trans>}
        >
          <Banner tone="neutral" icon="info">
            <Trans>
              These aren't the terms of your approved contract. They apply only once the operator approves an update you
              sign.
            </Trans>
          </Banner>
        </ContractTerms>
      )}
    </>
  )
}
