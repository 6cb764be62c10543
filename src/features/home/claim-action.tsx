import { Trans } from '@lingui/react/macro'
import { claimEarnings } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Money } from '../../ui/money.tsx'
import { Button } from '../../ui/button.tsx'
import { ClaimMoment } from '../../entities/claim-moment.tsx'
import { useFreshClaim } from '../../entities/fresh-claim.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { useLastClaimed } from '../../outbox/last-claim.ts'
import { useOpenClaim } from '../../outbox/open-claim.ts'

/**
 * The button that claims all settled income, with or without a network; while a claim is open, its state. Only the
 * outcome is a live region: a toast already says that the claim was saved. `pending` is what was to claim at the time
 * `at`, in milliseconds.
 */
export function ClaimAction({ pending, currency, at }: { pending: number; currency: string; at: number }) {
  const claim = useOpenClaim()
  const { claimed, isFresh, isNewer } = useFreshClaim(useLastClaimed(), at)
  const isOver = claim?.state === 'rejected' || claim?.state === 'quarantined'
  return (
    <>
      {claim && !isOver && <PendingBadge state={shownState(claim)} />}
      <div role="status">
        {isOver ? (
          <Rejected claim={claim} />
        ) : (
          !claim &&
          claimed &&
          claimed.amount > 0 &&
          (isFresh || pending === 0) && <ClaimMoment key={claimed.id} claim={claimed} isFresh={isFresh} hasMachines />
        )}
      </div>
      {!claim && pending > 0 && !isNewer && <ClaimButton pending={pending} currency={currency} />}
    </>
  )
}

function ClaimButton({ pending, currency }: { pending: number; currency: string }) {
  const { isBusy, run } = useCommand(claimEarnings)
  const tell = useTellOutcome()
  const amount = <Money value={pending} currency={currency} />
  return (
    <Button size="small" busy={isBusy} onClick={() => void run({}).then(tell)}>
      <Trans>Claim {amount}</Trans>
    </Button>
  )
}

function Rejected({ claim }: { claim: Command }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PendingBadge state={shownState(claim)} />
      <span className="text-small text-ink-soft">
        <ReplyReason reply={claim.reply}>
          <Trans>The claim couldn't be sent.</Trans>
        </ReplyReason>
      </span>
      <Button look="plain" size="small" onClick={() => void dismiss(claim.id)}>
        <Trans>Dismiss</Trans>
      </Button>
    </span>
  )
}
