import { Trans, useLingui } from '@lingui/react/macro'
import type { MachineFacts } from '#protocol/products.ts'
import { millisOf } from '../../lib/clock.ts'
import { timeText } from '../../lib/date-texts.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { ChartTable } from '../../ui/chart-table.tsx'
import { useMemberZone } from '../../entities/profile.ts'
import { Legend } from './machine-day-legend.tsx'

const WIDTH = 240
const BAND = 14
const HEIGHT = 60
const hourMs = 3_600_000

type Today = MachineFacts['today']

const fills: Readonly<Record<string, string>> = {
  'in service': 'var(--color-positive)',
  'paused or faulty': 'var(--color-warning)',
  resting: 'var(--color-accent)',
}

/** The day of a machine from midnight to midnight: its runs, rests and faults, and above them its battery. */
export function MachineDay({ machine: { today } }: { machine: MachineFacts }) {
  const { t, i18n } = useLingui()
  const zone = useMemberZone()
  const [from, until] = [millisOf(today.from), millisOf(today.until)]
  const now = Math.min(until, Math.max(from, serverNow()))
  const x = (ms: number) => ((Math.min(until, Math.max(from, ms)) - from) / (until - from)) * WIDTH
  const names: Readonly<Record<string, string>> = {
    'in service': t`In service`,
    'paused or faulty': t`Paused or faulty`,
    resting: t`Resting`,
  }
  const hour = (at: number) => timeText(at, i18n.locale, zone)
  const caption = t`The machine's day by the hour`
  const kinds = Object.keys(fills).filter((state) => today.spans.some((it) => it.state === state))
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-small text-ink-soft">
        <Trans>The machine's day</Trans>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
        className="h-16 w-full rtl:-scale-x-100"
      >
        <rect y={HEIGHT - BAND} width={WIDTH} height={BAND} rx="2" fill="var(--color-sunken)" />
        {today.spans.map((span) => (
          <rect
            key={`${span.state} ${span.from}`}
            x={x(millisOf(span.from))}
            y={HEIGHT - BAND}
            width={Math.max(0.8, x(millisOf(span.until)) - x(millisOf(span.from)))}
            height={BAND}
            fill={fills[span.state] ?? 'var(--color-ink-soft)'}
          />
        ))}
        {today.battery.length > 1 && (
          <path
            d={batteryPath(today.battery, x)}
            fill="none"
            stroke="var(--color-ink-soft)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          d={`M${x(now)} 0V${HEIGHT}`}
          stroke="var(--color-line)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden className="figures flex justify-between text-small text-ink-soft">
        {[0, 12, 24].map((it) => (
          <bdi key={it}>{hour(it === 24 ? until : from + it * hourMs)}</bdi>
        ))}
      </div>
      <Legend entries={kinds.map((state) => ({ fill: fills[state] ?? '', name: names[state] ?? state }))} />
      <ChartTable caption={caption} rows={rowsOf(today, names, hour)} />
    </figure>
  )
}

function batteryPath(battery: Today['battery'], x: (ms: number) => number): string {
  const top = HEIGHT - BAND - 4
  return battery
    .map(
      ({ at, percent }, n) =>
        `${n === 0 ? 'M' : 'L'}${x(millisOf(at)).toFixed(1)} ${(top - (percent / 100) * (top - 3)).toFixed(1)}`,
    )
    .join('')
}

/** The same for who can't see it. */
function rowsOf({ spans }: Today, names: Readonly<Record<string, string>>, hour: (at: number) => string) {
  return spans.map(({ state, from, until }) => ({
    label: `${hour(millisOf(from))} – ${hour(millisOf(until))}`,
    text: names[state] ?? state,
  }))
}
