import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { dayText } from '../../lib/date-texts.ts'
import type { ContractChange } from './contract-changes.ts'
import { isInForce } from './is-in-force.ts'

interface UpdateWordsProps {
  contractState: Answer<typeof contractInfo>
  changes: readonly ContractChange[]
}

/** What an update means and what it changes, before it is submitted. */
export function UpdateWords({ contractState, changes }: UpdateWordsProps) {
  const { i18n } = useLingui()
  const { approved } = contractState
  const isLast = approved?.hasEnded === false && approved.following.every((it) => it.firstPaidOn === null)
  const ended = isLast && approved.endedOn ? dayText(approved.endedOn, i18n.locale) : ''
  return (
    <>
      <p>
        {ended === '' && isInForce(contractState) ? (
          <Trans>
            The operator reviews it again. Until then the approved version applies, and you can't change anything more.
          </Trans>
        ) : (
          <Trans>The operator reviews it again. You can't change anything more until then.</Trans>
        )}{' '}
        {ended !== '' && <Trans>Your approved contract ends on {ended}.</Trans>}
      </p>
      <Changes changes={changes} />
    </>
  )
}

function Changes({ changes }: { changes: readonly ContractChange[] }) {
  if (changes.length === 0)
    return (
      <p className="mt-3">
        <Trans>
          Nothing but the signature differs from what you signed before. ID, phone and account numbers are compared by
          their last characters only.
        </Trans>
      </p>
    )
  return (
    <dl className="mt-3 flex flex-col gap-2">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="text-small">{field}</dt>
          <dd className="text-ink wrap-anywhere">
            <del className="text-ink-soft">
              <bdi>{before}</bdi>
            </del>{' '}
            <ins className="font-strong no-underline">
              <bdi>{after}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
