import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { contractSubmit } from '#protocol/contracts.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import type { CommandHook } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'

interface ContractRejectionProps {
  outcome: CommandHook<typeof contractSubmit>['outcome']
  /** Of the terms on the screen now. Those saved by an earlier build have none. */
  termsDigest: string | undefined
}

/** Why the contract wasn't signed, or that its terms have changed while the form was open. */
export function ContractRejection({ outcome, termsDigest }: ContractRejectionProps) {
  const reason = useRejectionReason()
  const [openedWith] = useState(termsDigest)
  const error = outcome?.kind === 'rejected' ? outcome.error : undefined
  const isOutdated = error === undefined && openedWith !== termsDigest
  if (isOutdated || (error instanceof ApiError && error.errno === errors.changed_meanwhile.errno))
    return (
      <Banner tone="warning" icon="warning">
        <Trans>The contract has changed, and nothing was signed. Read its terms above again before you agree.</Trans>
      </Banner>
    )
  if (error === undefined) return null
  return (
    <Banner tone="danger" icon="warning">
      {reason(error)}
    </Banner>
  )
}
