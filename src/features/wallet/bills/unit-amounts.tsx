import { Trans } from '@lingui/react/macro'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Section } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { List, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { stepRows } from '../../../ui/two-panes.tsx'

interface UnitAmount {
  unitId: string
  name: string
  amount: number
  detail: ReactNode
  /** What its row opens to; a row without it doesn't open. */
  source?: ReactNode
}

interface UnitAmountsProps {
  units: readonly UnitAmount[]
  /** What all units come to: an answer names those with the highest amounts. */
  total: number
  currency: string
}

/** What a transaction is made of, unit by unit. */
export function UnitAmounts({ units, total, currency }: UnitAmountsProps) {
  const rest = total - units.reduce((sum, it) => sum + it.amount, 0)
  return (
    <Section title={<Trans>How it adds up</Trans>}>
      <List>
        {units.map((it) => {
          const row = { start: 'bolt', title: it.name, detail: it.detail } as const
          const amount = <Money value={it.amount} currency={currency} />
          return (
            <li key={it.unitId}>
              {it.source === undefined ? (
                <ListRow {...row} end={amount} />
              ) : (
                <OpeningRow row={row} amount={amount} source={it.source} />
              )}
            </li>
          )
        })}
        {rest > 0 && (
          <li>
            <ListRow start="bolt" title={<Trans>Other units</Trans>} end={<Money value={rest} currency={currency} />} />
          </li>
        )}
      </List>
    </Section>
  )
}

interface OpeningRowProps {
  row: ComponentProps<typeof ListRow>
  amount: ReactNode
  source: ReactNode
}

/** The source is rendered, and so asked for, once the row is open. */
function OpeningRow({ row, amount, source }: OpeningRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={stepRows}
        className={rowLinkClass}
      >
        <ListRow
          {...row}
          end={
            <span className="flex items-center justify-end gap-2">
              {amount}
              <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="small" className="text-ink-soft" />
            </span>
          }
        />
      </button>
      {isOpen && <div className="flex flex-col gap-6 bg-sunken p-4">{source}</div>}
    </>
  )
}
