import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'
import { Card } from '../../ui/card.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/list-row.tsx'
import { StateHead } from '../../ui/state-head.tsx'
import { useWhen } from '../../entities/use-when.ts'

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
  const { contract } = contractState
  const textOf = (at: string | null | undefined) => (at ? when(at) : '')
  return (
    <Card>
      <StateHead {...wordsOf(contractState, textOf(contract?.submittedAt), textOf(contract?.reviewedAt))}>
        {contract?.remark && contractState.button !== 1 && (
          <p className="mt-2 text-pretty">
            <Trans>Reviewer's note: {contract.remark}</Trans>
          </p>
        )}
      </StateHead>
    </Card>
  )
}

function wordsOf({ button, reason }: ContractInfo, submitted: string, reviewed: string): Words {
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
