import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PushChoice } from '#protocol/settings.ts'
import { debounce } from '../../lib/debounce.ts'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Hours = PushChoice['quiet']

interface QuietHoursProps {
  value: Hours
  timeZone: string
  onChange: (hours: Hours) => void
}

/** The quiet hours: a switch and, while it is on, two times of day. */
export function QuietHours({ value, timeZone, onChange }: QuietHoursProps) {
  return (
    <>
      <Switch
        checked={value.isOn}
        onChange={(event) => onChange({ ...value, isOn: event.target.checked })}
        hint={<Trans>Notifications during these hours wait until they end, and you hear one sound.</Trans>}
      >
        <Trans>Quiet hours</Trans>
      </Switch>
      {value.isOn && <Times value={value} timeZone={timeZone} onChange={onChange} />}
    </>
  )
}

function Times({ value, timeZone, onChange }: QuietHoursProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(value)
  const [typed, setTyped] = useState(value)
  // Debounced, because a time that is being typed passes through other valid times: 2, then 22.
  const [later] = useState(() => debounce((run: () => void) => run()))
  // The stored hours changed: on another device, or because the hours that were typed here were saved.
  if (shown.from !== value.from || shown.until !== value.until) {
    setShown(value)
    setTyped(value)
  }

  function commit(hours: Hours) {
    later.cancel()
    const isNew = hours.from !== value.from || hours.until !== value.until
    if (hours.from !== '' && hours.until !== '' && hours.from !== hours.until && isNew) onChange(hours)
  }

  function type(hours: Hours) {
    setTyped(hours)
    // The timer runs on after the form is unmounted, so that leaving the page early loses nothing.
    later(() => commit(hours))
  }

  const field = (which: 'from' | 'until') => ({
    type: 'time',
    required: true,
    value: typed[which],
    onBlur: () => commit(typed),
    onChange: (event: { target: HTMLInputElement }) => type({ ...typed, [which]: event.target.value }),
  })
  return (
    <div className="flex flex-col gap-2 pb-3">
      <div className="flex flex-wrap gap-3 *:min-w-[7rem] *:flex-1">
        <TextField label={t`Quiet from`} {...field('from')} />
        <TextField
          label={t`Quiet until`}
          {...field('until')}
          error={typed.from === typed.until && t`The start and end times must be different.`}
        />
      </div>
      <p className="text-small text-ink-soft">
        <Trans>In your time zone, {timeZone}.</Trans>
      </p>
    </div>
  )
}
