import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Section } from '../../ui/card.tsx'
import { List, ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import type { Earnings } from './within.ts'
import { useDate } from '../../entities/use-when.ts'

interface BoughtUnitsProps {
  bought: NonNullable<Earnings['bought']>
  currency: string
}

/** What one unit of each purchase was paid: units that were bought together earn alike. */
export function BoughtUnits({ bought, currency }: BoughtUnitsProps) {
  const { t } = useLingui()
  const dateOf = useDate()
  if (bought.length === 0) return null
  const top = Math.max(1, ...bought.map((it) => it.perUnit))
  const day = (at: string) => dateOf(at)
  return (
    <Section title={<Trans>Unit by unit</Trans>}>
      <List label={t`Unit by unit`}>
        {bought.map((it) => (
          <li key={it.orderId}>
            <ListRow
              title={<Plural value={it.units} one="# unit" other="# units" />}
              detail={
                <>
                  <Trans>
                    Earns from {day(it.activeFrom)} until {day(it.earnsUntil)}
                  </Trans>
                  <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${(it.perUnit / top) * 100}%` }}
                    />
                  </span>
                </>
              }
              end={<Money value={it.perUnit} currency={currency} />}
              endDetail={<Trans>per unit</Trans>}
            />
          </li>
        ))}
      </List>
    </Section>
  )
}
