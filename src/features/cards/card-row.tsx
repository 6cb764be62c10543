import { Link } from '@tanstack/react-router'
import type { BankCard } from '#protocol/cards.ts'
import { BankCardState } from '../../entities/bank-card-state.tsx'
import { ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { ChooseRow } from '../../ui/two-panes.tsx'
import { useSchemeName } from './use-scheme-name.ts'

interface CardRowProps {
  card: BankCard
  /** Given where a wide screen shows the card in a second pane: whether it is the one there, and how to choose it. */
  pane?: { isChosen: boolean; onChoose: () => void } | undefined
}

/** One card: the bank, the last digits, and whether it takes withdrawals. */
export function CardRow({ card, pane }: CardRowProps) {
  const schemeOf = useSchemeName()
  const { id, bankName, numberMasked, typeCode, status } = card
  const scheme = schemeOf(typeCode)
  const inside = (
    <ListRow
      start="card"
      leads={!pane}
      title={bankName}
      detail={
        <>
          <bdi className="figures" dir="ltr">
            {numberMasked}
          </bdi>
          {scheme && <> · {scheme}</>}
          <span className="mt-1 flex">
            <BankCardState status={status} />
          </span>
        </>
      }
    />
  )
  if (pane) return <ChooseRow {...pane}>{inside}</ChooseRow>
  return (
    <Link to="/pages/web/showCard" search={{ id }} className={rowLinkClass}>
      {inside}
    </Link>
  )
}
