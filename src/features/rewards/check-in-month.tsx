import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addMonths } from '../../lib/months.ts'
import { IconButton } from '../../ui/button.tsx'
import { CalendarMonth, type DayMark } from '../../ui/calendar-month.tsx'
import { Card } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { useMonth } from './queries.ts'
import type { SignState } from './use-sign-state.ts'

/** The month with its check-ins: confirmed days are solid, days that are only saved on this device are dashed. */
export function CheckInMonth({ sign: { today, saved } }: { sign: SignState }) {
  const { t } = useLingui()
  const [back, setBack] = useState(0)
  const month = addMonths(today.slice(0, 7), -back)
  const query = useMonth(month)
  const marks = (days: readonly { day: string }[]): ReadonlyMap<string, DayMark> =>
    new Map([
      ...[...saved].map((day): [string, DayMark] => [day, { look: 'dashed', label: t`saved on this device` }]),
      ...days.map(({ day }): [string, DayMark] => [day, { look: 'solid', label: t`checked in` }]),
    ])
  return (
    <Card>
      <div className="-mt-1 -mb-9 flex justify-end large-text:mb-0">
        <IconButton icon="chevron-left" label={t`The month before`} onClick={() => setBack(back + 1)} />
        <IconButton
          icon="chevron-right"
          label={t`The next month`}
          disabled={back === 0}
          onClick={() => setBack(back - 1)}
        />
      </div>
      <QueryStates
        query={query}
        skeleton={
          <Skeleton>
            <BlockBone shape="h-80 w-full" />
          </Skeleton>
        }
      >
        {({ days }) => <CalendarMonth month={month} today={today} marks={marks(days)} />}
      </QueryStates>
      {saved.size > 0 && (
        <p className="mt-2 text-small text-ink-soft">
          <Trans>A dashed day is saved on this device and not sent yet.</Trans>
        </p>
      )}
    </Card>
  )
}
