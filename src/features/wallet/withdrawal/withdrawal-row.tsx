import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Withdrawal } from '#protocol/wallet.ts'
import { IconDisc, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { ChooseRow } from '../../../ui/two-panes.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { useWithdrawalWords, type WithdrawalState } from './withdrawal-words.ts'
import { useWhen } from '../../../entities/use-when.ts'

interface WithdrawalRowProps {
  withdrawal: Withdrawal
  /** For a list with a second pane: whether the pane shows this withdrawal, and how to show it there. */
  pane?: { isChosen: boolean; onChoose: () => void } | undefined
}

/** One withdrawal: amount, card and state. */
export function WithdrawalRow({
  withdrawal: { id, amount, currency, cardMasked, state, steps, cancelledAt },
  pane,
}: WithdrawalRowProps) {
  const when = useWhen()
  const last = steps.at(-1)
  const inside = (
    <ListRow
      start={
        <IconDisc
          name={state === 'returned' ? 'refresh' : 'card'}
          tone={state === 'arrived' ? 'positive' : state === 'returned' ? 'warning' : 'accent'}
        />
      }
      leads={!pane}
      title={
        <Trans>
          To{' '}
          <bdi className="figures whitespace-nowrap large-text:whitespace-normal" dir="ltr">
            {cardMasked}
          </bdi>
        </Trans>
      }
      detail={
        last && (
          <time dateTime={last.at} className="figures">
            {when(last.at)}
          </time>
        )
      }
      end={<Money value={amount} currency={currency} />}
      endDetail={
        cancelledAt ? (
          <Chip icon="close">
            <Trans>Cancelled by you</Trans>
          </Chip>
        ) : (
          <WithdrawalChip state={state} />
        )
      }
    />
  )
  if (pane) return <ChooseRow {...pane}>{inside}</ChooseRow>
  return (
    <Link to="/subPages/withdraw/index" search={{ id }} className={rowLinkClass}>
      {inside}
    </Link>
  )
}

const tones = {
  requested: 'accent',
  approved: 'accent',
  sent: 'accent',
  arrived: 'positive',
  returned: 'warning',
} as const

/** The state of a withdrawal, in one word. */
function WithdrawalChip({ state }: { state: WithdrawalState }) {
  return <Chip tone={tones[state]}>{useWithdrawalWords()[state].name}</Chip>
}
