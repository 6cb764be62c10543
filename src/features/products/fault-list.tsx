import { Trans, useLingui } from '@lingui/react/macro'
import type { MachineFacts } from '#protocol/products.ts'
import { millisOf } from '../../lib/clock.ts'
import { List, ListRow } from '../../ui/list-row.tsx'
import { numberFormat } from '../../lib/intl.ts'
import { useWhen } from '../../entities/use-when.ts'

/** The faults of a machine in the last 90 days, newest first. While one lasts, the machine earns nothing. */
export function FaultList({ faults }: { faults: MachineFacts['faults'] }) {
  if (faults.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>None in the last 90 days.</Trans>
      </p>
    )
  return (
    <List>
      {faults.map((it) => (
        <li key={it.since}>
          <Fault fault={it} />
        </li>
      ))}
    </List>
  )
}

function Fault({ fault: { since, until } }: { fault: MachineFacts['faults'][number] }) {
  const { i18n } = useLingui()
  const when = useWhen()
  const from = when(since)
  return (
    <ListRow
      start={until === null ? 'warning' : 'check'}
      title={<span className="figures">{from}</span>}
      detail={
        until === null ? (
          <Trans>Still faulty. It earns nothing until the machine works again.</Trans>
        ) : (
          <Trans>Worked again on {when(until)}</Trans>
        )
      }
      end={until === null ? undefined : hoursText(millisOf(until) - millisOf(since), i18n.locale)}
    />
  )
}

/** `45 min`, `3.5 hr`: how long something took. */
function hoursText(ms: number, locale: string): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const [value, unit] = minutes < 90 ? [minutes, 'minute'] : [minutes / 60, 'hour']
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
