import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayIn, deviceZone } from '../../../lib/dates.ts'
import { addDays, type DayRange } from '../../../lib/days.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DayFields } from '../../../ui/day-fields.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { useReason } from '../../../ui/use-reason.ts'
import { profile } from '../../../entities/profile.ts'
import { StatementFiles } from './statement-files.tsx'
import { periodDays, periodNames, type PeriodName } from './statement-periods.ts'
import { usePercent } from '../../../entities/use-percent.ts'
import { useStatement } from './use-statement.ts'

/**
 * The statement of a period: read from the server, checked on this device, and only then offered as files. `onShown` is
 * told whenever one is shown.
 */
export function StatementForm({ onShown }: { onShown: () => void }) {
  const { t } = useLingui()
  const reason = useReason()
  const percent = usePercent()
  const isOnline = useOnline()
  const user = useQuery(profile).data?.userInfo
  const zone = user?.timeZone ?? deviceZone()
  const today = dayIn(zone, serverNow())
  const [period, setPeriod] = useState<PeriodName>('last 30 days')
  const [chosen, setChosen] = useState<DayRange>({ from: addDays(today, -29), to: today })
  const { progress, statement, failure, read, forget } = useStatement()
  const isShown = statement !== undefined
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown, onShown])
  const days = periodDays(period, today, chosen)
  const names: Record<PeriodName, string> = {
    'last 30 days': t`Last 30 days`,
    'this month': t`This month`,
    'last month': t`Last month`,
    'this year': t`This year`,
    days: t`Choose days`,
  }
  const part = percent(Math.floor((progress ?? 0) * 100) * 100)
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={t`Period`}
        value={period}
        onChange={(event) => {
          forget()
          setPeriod(periodNames.find((it) => it === event.target.value) ?? period)
        }}
      >
        {periodNames.map((it) => (
          <option key={it} value={it}>
            {names[it]}
          </option>
        ))}
      </SelectField>
      {period === 'days' && (
        <DayFields
          days={chosen}
          today={today}
          onChange={(next) => {
            forget()
            setChosen(next)
          }}
        />
      )}
      <p className="text-small text-ink-soft">
        <Trans>
          Each transaction's checksum covers the one before it, so nobody can change one later without it showing. This
          device checks the whole chain of the period before it makes a file.
        </Trans>
      </p>
      {!isOnline && (
        <Banner icon="offline">
          <Trans>
            You need a connection for a statement. It's made from the server's records, never from what's saved on this
            device.
          </Trans>
        </Banner>
      )}
      {failure !== undefined && (
        <Banner tone="danger" icon="warning">
          {reason(failure)}
        </Banner>
      )}
      {progress !== undefined && (
        <div role="status" className="flex flex-col gap-2">
          <ProgressBar value={progress} label={t`Created and checked: ${part}`} />
          <p aria-hidden className="figures text-small text-ink-soft">
            <Trans>Created and checked: {part}</Trans>
          </p>
        </div>
      )}
      {statement ? (
        <StatementFiles statement={statement} name={user?.nickname ?? ''} zone={zone} />
      ) : (
        <Button
          wide
          icon="shield"
          busy={progress !== undefined}
          disabled={!isOnline}
          onClick={() => read({ ...days, zone })}
        >
          <Trans>Create and check</Trans>
        </Button>
      )}
    </div>
  )
}
