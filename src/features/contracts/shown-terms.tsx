import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { dayText } from '../../lib/date-texts.ts'
import { Banner } from '../../ui/banner.tsx'
import { ContractTerms } from './contract-terms.tsx'

/**
 * The terms by which the running week is paid, as they were signed; below them those of approved updates that follow,
 * and others that are under review or can be signed now. Without an approved contract, those under review or on offer.
 */
export function ShownTerms({ contractState }: { contractState: Answer<typeof contractInfo> }) {
  const { i18n } = useLingui()
  // The answer of an earlier build has no approved contract.
  const { button, terms, approved } = contractState
  if (!approved) return terms.work.length > 0 && <ContractTerms terms={terms} />
  const endsOn = approved.untilOn ?? approved.endedOn ?? approved.terms.endsOn
  return (
    <>
      <ContractTerms terms={{ ...approved.terms, endsOn }} title={<Trans>Terms you signed</Trans>} />
      {approved.following.map(
        (it) =>
          it.firstPaidOn && (
            <FollowingTerms key={it.firstPaidOn} terms={it.terms} day={dayText(it.firstPaidOn, i18n.locale)} />
          ),
      )}
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

function FollowingTerms({ terms, day }: { terms: Answer<typeof contractInfo>['terms']; day: string }) {
  return (
    <ContractTerms terms={terms} title={<Trans>Terms from {day}</Trans>}>
      <Banner tone="neutral" icon="info">
        <Trans>The operator approved this update. The first week it pays begins on {day}.</Trans>
      </Banner>
    </ContractTerms>
  )
}
