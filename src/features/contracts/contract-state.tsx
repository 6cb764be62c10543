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
  /** What else is to be known. */
  more?: readonly ReactNode[]
}

/** The state of the contract in words: the five states of its button (specification 4). */
export function ContractState({ contractState }: { contractState: ContractInfo }) {
  const when = useWhen()
  const { i18n } = useLingui()
  const { contract, approved } = contractState
  const textOf = (at: string | null | undefined) => (at ? when(at) : '')
  const dayOf = (day: string | null | undefined) => (day ? dayText(day, i18n.locale) : '')
  const days = {
    submitted: textOf(contract?.submittedAt),
    reviewed: textOf(contract?.reviewedAt),
    approved: textOf(approved?.reviewedAt),
    first: dayOf(approved?.firstPaidOn),
    until: dayOf(approved?.untilOn),
    ended: dayOf(approved?.endedOn),
    next: dayOf(followingOf(approved)?.firstPaidOn),
  }
  const { more = [], ...words } = approvedWordsOf(contractState, days) ?? {
    ...wordsOf(contractState, days),
    more: goingOnOf(contractState, days),
  }
  return (
    <Card>
      <StateHead {...words}>
        {more.map((it, place) => (
          <p key={place} className="mt-2 text-ink-soft text-pretty">
            {it}
          </p>
        ))}
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
type Days = Record<'submitted' | 'reviewed' | 'approved' | 'first' | 'until' | 'ended' | 'next', string>
type Approved = NonNullable<ContractInfo['approved']>

/** The first of the following submissions that is paid. */
function followingOf(approved: Approved | null): Approved['following'][number] | undefined {
  return approved?.following.find((it) => it.firstPaidOn !== null)
}

/** Of an approved contract. An update's own state comes before it. */
function approvedWordsOf(state: ContractInfo, { ended, ...days }: Days): Words | undefined {
  const { button, reason, approved } = state
  if (!approved || button === 1 || button === 3) return undefined
  const { firstPaidOn, endedOn, hasEnded } = approved
  const isFollowed = days.next !== ''
  if (endedOn !== null && !isFollowed)
    return {
      tone: 'neutral',
      icon: 'calendar',
      title: hasEnded ? <Trans>Ended on {ended}</Trans> : <Trans>Ends on {ended}</Trans>,
      text:
        firstPaidOn === null ? (
          <Trans>There is no full week up to that day, so no week is paid.</Trans>
        ) : (
          <Trans>Every full week up to that day is paid.</Trans>
        ),
    }
  return {
    tone: 'positive',
    icon: 'check',
    title: <Trans>Approved</Trans>,
    text: approvalOf(approved, days),
    more: [
      ...(isFollowed ? [<FollowingWords key="next" until={days.until} next={days.next} />] : []),
      button === 4 ? (
        <Trans>You can't update it now: {reason}</Trans>
      ) : (
        <Trans>If you submit an update, it's reviewed again. Until then the approved version applies.</Trans>
      ),
    ],
  }
}

/** Of an approved contract that runs while an update of it is under review or returned. */
function goingOnOf({ approved }: ContractInfo, { ended, next }: Days): ReactNode[] {
  if (!approved || approved.hasEnded) return []
  return [
    approved.endedOn !== null && next === '' ? (
      <Trans>Your approved contract ends on {ended}.</Trans>
    ) : (
      <Trans>Until an update is approved, the approved version applies.</Trans>
    ),
  ]
}

/** When it was approved, and since when it is paid or from when it will be. */
function approvalOf({ firstPaidOn, hasBegun }: Approved, { approved: on, first }: Pick<Days, 'approved' | 'first'>) {
  if (firstPaidOn === null)
    return <Trans>Approved on {on}. There is no full week up to its end, so no week is paid.</Trans>
  if (first === '') return <Approval on={on} />
  if (!hasBegun)
    return (
      <Trans>
        Approved on {on}. The first week paid by this version begins on {first}.
      </Trans>
    )
  return (
    <Trans>
      Approved on {on}. Every full week since {first} is paid by this version.
    </Trans>
  )
}

function Approval({ on }: { on: string }) {
  return <Trans>Approved on {on}.</Trans>
}

function FollowingWords({ until, next }: { until: string; next: string }) {
  return (
    <Trans>
      Full weeks up to {until} are paid by this version. From {next} on you're paid by the update that was approved.
    </Trans>
  )
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
    // Answers of an earlier build, which have no approved contract.
    case 2:
      return {
        tone: 'positive',
        icon: 'check',
        title: <Trans>Approved</Trans>,
        text: <Approval on={reviewed} />,
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
