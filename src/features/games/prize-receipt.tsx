import { Trans } from '@lingui/react/macro'
import type { Draw } from '#protocol/games.ts'
import type { Reward } from '#protocol/rewards.ts'
import { ReceiptLine } from '../../entities/receipt-line.tsx'
import { ClaimReward } from '../../entities/reward-text.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { shownState } from '../../outbox/shown.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { prizeReceipt, useReceipts, useReceive } from './commands.ts'

type Won = Pick<Draw, 'id' | 'kind' | 'status' | 'receivedAt'>

/** The prize of a draw: the button that receives it, or its receipt. Queued offline. */
export function PrizeReceipt({ draw, reward }: { draw: Won; reward: Reward }) {
  const { stands, command } = prizeReceipt(draw, useReceipts())
  if (stands === 'later')
    return (
      <Chip tone="warning" icon="close">
        <Trans>Cancelled</Trans>
      </Chip>
    )
  return (
    <ReceiptLine
      stands={stands}
      action={<Receive draw={draw} reward={reward} />}
      pending={command && shownState(command)}
      reply={command?.reply}
      onDismiss={() => command && void dismiss(command.id)}
      receivedAt={draw.receivedAt}
    />
  )
}

function Receive({ draw, reward }: { draw: Won; reward: Reward }) {
  const { isBusy, receive } = useReceive(draw)
  const tell = useTellOutcome()
  return (
    <Button look="quiet" size="small" icon="gift" busy={isBusy} onClick={() => void receive().then(tell)}>
      <ClaimReward reward={reward} />
    </Button>
  )
}
