import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { poolReceipt, type PoolRound, type PoolShare } from '#protocol/games.ts'
import { ReceiptLine } from '../../entities/receipt-line.tsx'
import { ClaimReward, OwnReward } from '../../entities/reward-text.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { commands } from '../../outbox/current-commands.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { receiptOf } from '../../outbox/receipt.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { CheckRound } from './round-check.tsx'
import { useDate } from '../../entities/use-when.ts'

const listed = { 0: 'due', 1: 'received', 2: 'later' } as const

interface PoolShareRowProps {
  share: PoolShare
  /** Undefined where the answer is an older server's, which had the last rounds only. */
  round: PoolRound | undefined
}

/** A share of the pool with its receipt, which is queued offline, and the check of the round that it was won in. */
export function PoolShareRow({ share, round }: PoolShareRowProps) {
  const dateOf = useDate()
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const { id, reward, status, at, receivedAt } = share
  const { stands, command } = receiptOf(
    listed[status],
    all.filter((it) => it.call === poolReceipt.path && it.args['shareId'] === id),
  )
  return (
    <div className="flex items-start gap-4 px-4 py-3">
      <IconDisc name="trophy" tone={stands === 'received' ? 'positive' : 'accent'} />
      <div className="min-w-0 flex-1">
        <p className="font-strong">
          <OwnReward reward={reward} />
        </p>
        <p className="text-small text-ink-soft">
          <Trans>
            Closed on{' '}
            <time dateTime={at} className="figures">
              {dateOf(at)}
            </time>
          </Trans>
        </p>
        {stands === 'later' ? (
          <Chip tone="warning" icon="close">
            <Trans>Cancelled</Trans>
          </Chip>
        ) : (
          <ReceiptLine
            stands={stands}
            action={<Receive share={share} />}
            pending={command && shownState(command)}
            reply={command?.reply}
            onDismiss={() => command && void dismiss(command.id)}
            receivedAt={receivedAt}
          />
        )}
        {round && <CheckRound round={round} />}
      </div>
    </div>
  )
}

function Receive({ share: { id, reward } }: { share: PoolShare }) {
  const { isBusy, run } = useCommand(poolReceipt)
  const tell = useTellOutcome()
  return (
    <Button look="quiet" size="small" icon="gift" busy={isBusy} onClick={() => void run({ shareId: id }).then(tell)}>
      <ClaimReward reward={reward} />
    </Button>
  )
}
