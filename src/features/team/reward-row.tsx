import { Plural, Trans } from '@lingui/react/macro'
import { invitationReceipt, type InvitationReward } from '#protocol/team.ts'
import { ReceiptLine } from '../../entities/receipt-line.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import type { Receipt } from '../../outbox/receipt.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Count } from '../../ui/count.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { useDate } from '../../entities/use-when.ts'

/** One member who signed up by an invitation, and the coins for it. */
export function RewardRow({ reward, receipt: { stands, command } }: { reward: InvitationReward; receipt: Receipt }) {
  const dateOf = useDate()
  const { nameMasked, signedUpAt, goldCoins, receivedAt } = reward
  return (
    <div className="flex items-start gap-4 px-4 py-3">
      <IconDisc name="coin" tone={stands === 'received' ? 'positive' : 'accent'} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-strong">
            {nameMasked === null ? <Trans>A former member</Trans> : <bdi>{nameMasked}</bdi>}
          </span>
          <Count value={goldCoins} sign="always" size="inherit" />
        </p>
        <p className="text-small text-ink-soft">
          <Trans>
            Signed up on{' '}
            <time dateTime={signedUpAt} className="figures">
              {dateOf(signedUpAt)}
            </time>
          </Trans>
        </p>
        <ReceiptLine
          stands={stands}
          action={<Receive reward={reward} />}
          pending={command && shownState(command)}
          reply={command?.reply}
          onDismiss={() => command && void dismiss(command.id)}
          receivedAt={receivedAt}
        />
      </div>
    </div>
  )
}

function Receive({ reward }: { reward: InvitationReward }) {
  const { isBusy, run } = useCommand(invitationReceipt)
  const tell = useTellOutcome()
  return (
    <Button look="quiet" size="small" busy={isBusy} onClick={() => void run({ rewardId: reward.id }).then(tell)}>
      <Plural value={reward.goldCoins} one="Claim # gold coin" other="Claim # gold coins" />
    </Button>
  )
}
