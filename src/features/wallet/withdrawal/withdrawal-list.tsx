import { Trans, useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '#protocol/wallet.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { List } from '../../../ui/list-row.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'

interface WithdrawalListProps {
  /** Newest first. */
  items: readonly Withdrawal[]
  /** Only where a second pane shows one of them. */
  chosenId?: string | undefined
  onChoose?: (id: string) => void
}

export function WithdrawalList({ items, chosenId, onChoose }: WithdrawalListProps) {
  const { t } = useLingui()
  if (items.length === 0)
    return (
      <EmptyState art="no-income" title={<Trans>No recent withdrawals</Trans>}>
        <Trans>You'll see your withdrawals here, with the time of each step until the money arrives.</Trans>
      </EmptyState>
    )
  return (
    <List label={t`Withdrawals of the last 30 days`}>
      {items.map((it) => (
        <li key={it.id}>
          <WithdrawalRow
            withdrawal={it}
            pane={onChoose && { isChosen: it.id === chosenId, onChoose: () => onChoose(it.id) }}
          />
        </li>
      ))}
    </List>
  )
}
