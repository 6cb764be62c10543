import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { Card } from '../../ui/card.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/list-row.tsx'
import { StateHead } from '../../ui/state-head.tsx'
import { useWhen } from '../../entities/use-when.ts'
import { dayText } from '../../lib/date-texts.ts'

type ContractInfo = Answer<typeof contractInfo>
interface Words {
  tone: Tone
  icon: IconName
  title: ReactNode
  text: ReactNode
}

/** The state of the contract in words: the five states of its button (specification 4). */
export function ContractState({ contractState }: { contractState: ContractInfo }) {
  const when = useWhen()
  const { i18n } = useLingui()
  const { contract, approved } = contractState
  const textOf = (at: string | null | undefined) => (at ? when(at) : '')
  const days = {
    submitted: textOf(contract?.submittedAt),
    reviewed: textOf(contract?.reviewedAt),
    approved: textOf(approved?.reviewedAt),
    ended: approved?.endedOn ? dayText(approved.endedOn, i18n.locale) : '',
  }
  return (
    <Card>
      <StateHead {...(approvedWordsOf(contractState, days) ?? wordsOf(contractState, days))}>
        {contract?.remark && contractState.button !== 1 && (
          <p className="mt-2 text-pretty">
            <Trans>Reviewer's note: {contract.remark}</Trans>
          </p>
        )}
      </StateHead>
    </Card>
  )
}

/** Days and times in the reader's words; empty where there is none. */
type Days = Record<'submitted' | 'reviewed' | 'approved' | 'ended', string>

/** Of an approved contract that ends, has ended, or can't be updated. An update's own state comes before it. */
function approvedWordsOf({ button, reason, approved }: ContractInfo, { approved: since, ended }: Days) {
  if (!approved || button === 1 || button === 3) return undefined
  if (approved.endedOn !== null)
    return {
      tone: 'neutral',
      icon: 'calendar',
      title: approved.hasEnded ? <Trans>Ended on {ended}</Trans> : <Trans>Ends on {ended}</Trans>,
      text: <Trans>Every full week up to that day is paid.</Trans>,
    } satisfies Words
  if (button !== 4) return undefined
  return {
    tone: 'positive',
    icon: 'check',
    title: <Trans>Approved</Trans>,
    text: (
      <Trans>
        Valid since {since}. You can't update it now: {reason}
      </Trans>
    ),
  } satisfies Words
}

function wordsOf({ button, reason }: ContractInfo, { submitted, reviewed }: Days): Words {
  switch (button) {
    case 0:
      return {
        tone: 'accent',
        icon: 'document',
        title: <Trans>Not signed yet</Trans>,
        text: (
          <Trans>Read the terms below. Signing is free. The operator reviews the contract before it's valid.</Trans>
        ),
      }
    case 1:
      return {
        tone: 'accent',
        icon: 'clock',
        title: <Trans>Awaiting review</Trans>,
        text: (
          <Trans>
            Submitted on {submitted}. A person at the operator is reviewing it. We tell you as soon as there's a
            decision. You can't change it until then.
          </Trans>
        ),
      }
    case 2:
      return {
        tone: 'positive',
        icon: 'check',
        title: <Trans>Approved</Trans>,
        text: (
          <Trans>
            Valid since {reviewed}. The first full week after that is the first one paid. If you submit an update, it's
            reviewed again. Until then the approved version applies.
          </Trans>
        ),
      }
    case 3:
      return {
        tone: 'warning',
        icon: 'warning',
        title: <Trans>Returned to you</Trans>,
        text: <Trans>Returned on {reviewed}. Make the corrections the reviewer asked for and sign again.</Trans>,
      }
    case 4:
      return {
        tone: 'neutral',
        icon: 'info',
        title: <Trans>Not available to you now</Trans>,
        text: reason ?? <Trans>No contract is on offer right now.</Trans>,
      }
  }
}
