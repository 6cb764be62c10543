import { Trans } from '@lingui/react/macro'
import { earnReceive } from '#protocol/wallet.ts'
import type { Command } from '../../../outbox/command.ts'
import { shownState } from '../../../outbox/shown.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Money } from '../../../ui/money.tsx'
import { useFreshClaim } from '../../../entities/fresh-claim.ts'
import { PendingBadge } from '../../../entities/pending-badge.tsx'
import { ReplyReason } from '../../../entities/reply-reason.tsx'
import { useTellOutcome } from '../../../entities/use-tell-outcome.ts'
import { dismiss } from '../../../outbox/dismiss.ts'
import { useLastClaimed } from '../../../outbox/last-claim.ts'
import { useOpenClaim } from '../../../outbox/open-claim.ts'
import { transferUntil } from './transfer-until.ts'

interface TransferLineProps {
  /**
   * Income that is settled and not in the wallet, and all income ever transferred to it. Minor units, as the server
   * last returned them.
   */
  toTransfer: number
  transferred: number
  currency: string
  newest: string | undefined
  /** When the server returned these, in milliseconds. */
  at: number
}

/**
 * The two amounts of income (specification 4): waiting to be claimed, and claimed. They change only when the server
 * confirms a claim; an open one is shown beside them.
 */
export function TransferLine({ toTransfer, transferred, currency, newest, at }: TransferLineProps) {
  const open = useOpenClaim()
  const { claimed, isNewer } = useFreshClaim(useLastClaimed(), at)
  const isOver = open?.state === 'rejected' || open?.state === 'quarantined'
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-surface p-3 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Ready to claim</Trans>
          </span>
          <Money value={toTransfer} currency={currency} size="title" />
          <span className="block text-small text-ink-soft">
            <Trans>
              Claimed so far: <Money value={transferred} currency={currency} />
            </Trans>
          </span>
        </p>
        {!open && toTransfer > 0 && !isNewer && (
          <TransferButton amount={toTransfer} currency={currency} newest={newest} />
        )}
      </div>
      {open && !isOver && (
        <p className="flex flex-wrap items-center gap-2 text-small text-ink-soft">
          <PendingBadge state={shownState(open)} />
          {toTransfer > 0 && (
            <span>
              <Trans>
                Expected in this wallet: <Money value={toTransfer} currency={currency} projected />. It counts once the
                server confirms it.
              </Trans>
            </span>
          )}
        </p>
      )}
      <div role="status">
        {isOver ? (
          <Rejected command={open} />
        ) : (
          !open && claimed && (isNewer || toTransfer === 0) && <Transferred {...claimed} />
        )}
      </div>
    </div>
  )
}

function TransferButton({
  amount,
  currency,
  newest,
}: {
  amount: number
  currency: string
  newest: string | undefined
}) {
  const { isBusy, run } = useCommand(earnReceive)
  const tell = useTellOutcome()
  const text = <Money value={amount} currency={currency} />
  return (
    <div>
      <Button size="small" busy={isBusy} onClick={() => void run({ before: transferUntil(newest) }).then(tell)}>
        <Trans>Claim {text}</Trans>
      </Button>
    </div>
  )
}

function Transferred({ amount, currency }: { amount: number; currency: string }) {
  const text = <Money value={amount} currency={currency} />
  return amount > 0 ? (
    <Chip tone="positive" icon="cloud-done">
      <Trans>{text} claimed</Trans>
    </Chip>
  ) : (
    <Chip icon="cloud-done">
      <Trans>There was nothing left to claim</Trans>
    </Chip>
  )
}

function Rejected({ command }: { command: Command }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PendingBadge state={shownState(command)} />
      <span className="text-small text-ink-soft">
        <ReplyReason reply={command.reply}>
          <Trans>The claim couldn't be sent.</Trans>
        </ReplyReason>
      </span>
      <Button look="plain" size="small" onClick={() => void dismiss(command.id)}>
        <Trans>Dismiss</Trans>
      </Button>
    </span>
  )
}
