import { Trans, useLingui } from '@lingui/react/macro'
import { claimEarnings } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { formatMoney } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useLastClaimed, useOpenClaim } from './commands.ts'
import { dismiss } from '../../outbox/dismiss.ts'

/**
 * The button that claims all settled income, with or without a network; while a claim is open, its state. Only the
 * outcome is a live region: a toast already says that the claim was saved.
 */
export function ClaimAction({ pending, currency }: { pending: number; currency: string }) {
  const claim = useOpenClaim()
  const isOver = claim?.state === 'rejected' || claim?.state === 'quarantined'
  return (
    <>
      {claim && !isOver && <PendingBadge state={shownState(claim)} />}
      {!claim && pending > 0 && <ClaimButton pending={pending} currency={currency} />}
      <div role="status">{isOver ? <Rejected claim={claim} /> : !claim && pending === 0 && <Claimed />}</div>
    </>
  )
}

function ClaimButton({ pending, currency }: { pending: number; currency: string }) {
  const { i18n } = useLingui()
  const { isBusy, run } = useCommand(claimEarnings)
  const tell = useTellOutcome()
  const amount = formatMoney(pending, currency, i18n.locale)
  return (
    <Button size="small" busy={isBusy} onClick={() => void run({}).then(tell)}>
      <Trans>Claim {amount}</Trans>
    </Button>
  )
}

/** The outcome of the last claim: its amount. */
function Claimed() {
  const { i18n } = useLingui()
  const last = useLastClaimed()
  if (!last) return null
  const amount = formatMoney(last.amount, last.currency, i18n.locale)
  return (
    <Chip tone="positive" icon="cloud-done">
      <Trans>{amount} claimed</Trans>
    </Chip>
  )
}

function Rejected({ claim }: { claim: Command }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PendingBadge state={shownState(claim)} />
      <span className="text-small text-ink-soft">
        {claim.reply?.message || <Trans>The claim couldn't be sent.</Trans>}
      </span>
      <Button look="plain" size="small" onClick={() => void dismiss(claim.id)}>
        <Trans>Dismiss</Trans>
      </Button>
    </span>
  )
}
