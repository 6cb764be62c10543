import { Trans } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { claimEarnings } from '#protocol/rewards.ts'
import { isLater } from '../../lib/clock.ts'
import { Money } from '../../ui/money.tsx'
import type { Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { ClaimMoment } from '../../entities/claim-moment.tsx'
import { useFreshClaim } from '../../entities/fresh-claim.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useOpenClaim } from '../../outbox/open-claim.ts'
import { useLastClaimOf, useUnitClaimed } from './commands.ts'
import { dismiss } from '../../outbox/dismiss.ts'

/**
 * The button that claims what a unit has earned. The amounts change only after the server has confirmed the claim. A
 * screen reader announces only the outcome. The unit is as the server knew it at the time `at`, in milliseconds.
 */
export function ClaimUnit({ unit: { id, pending, currency }, at }: { unit: UnitDetail; at: number }) {
  const claim = useOpenClaim(id)
  const { claimed, isFresh } = useFreshClaim(useUnitClaimed(id), at)
  const last = useLastClaimOf(id)
  const isNewer = last !== undefined && isLater(last.settledAt, at)
  const isOver = claim?.state === 'rejected' || claim?.state === 'quarantined'
  return (
    <>
      {claim && !isOver && (
        <p className={lineClass}>
          <PendingBadge state={shownState(claim)} />
          <Trans>The money moves once the server confirms it.</Trans>
        </p>
      )}
      <div role="status" className="grid place-items-center">
        {isOver ? (
          <Rejected claim={claim} />
        ) : (
          !claim &&
          (isNewer || pending === 0) &&
          (claimed && (!isNewer || claimed.id === last.id) ? (
            <ClaimMoment key={claimed.id} claim={claimed} isFresh={isFresh} />
          ) : (
            // Claimed with all other income: its amount isn't this unit's.
            isNewer && <PendingBadge state="applied" />
          ))
        )}
      </div>
      {!claim && pending > 0 && !isNewer && <ClaimButton id={id} pending={pending} currency={currency} />}
    </>
  )
}

const lineClass = 'flex min-h-13 flex-wrap items-center justify-center gap-x-3 gap-y-1 text-small text-ink-soft'

function ClaimButton({ id, pending, currency }: { id: string; pending: number; currency: string }) {
  const { isBusy, run } = useCommand(claimEarnings)
  const tell = useTellOutcome()
  const amount = <Money value={pending} currency={currency} />
  return (
    <Button wide busy={isBusy} onClick={() => void run({ unitId: id }).then(tell)}>
      <Trans>Claim {amount}</Trans>
    </Button>
  )
}

function Rejected({ claim }: { claim: Command }) {
  return (
    <span className={lineClass}>
      <PendingBadge state={shownState(claim)} />
      <ReplyReason reply={claim.reply} />
      <Button look="plain" size="small" onClick={() => void dismiss(claim.id)}>
        <Trans>Dismiss</Trans>
      </Button>
    </span>
  )
}

/** Whether ClaimUnit shows anything: screens reserve a bar for it. */
export function useHasClaim(unit: UnitDetail | undefined): boolean {
  const claim = useOpenClaim(unit?.id ?? '')
  const claimed = useUnitClaimed(unit?.id ?? '')
  return unit !== undefined && (unit.pending > 0 || claim !== undefined || claimed !== undefined)
}
