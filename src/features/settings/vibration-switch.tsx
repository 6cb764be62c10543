import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { visitorConnection } from '../../cache/cache.ts'
import { writeMeta } from '../../cache/storage/meta.ts'
import { reported } from '../../lib/report.ts'
import { canVibrate, saveVibration, vibrate, wantsVibration } from '../../lib/vibration.ts'
import { Switch } from '../../ui/switch.tsx'

/** Whether this device vibrates; absent where the browser has no vibration. */
export function VibrationSwitch() {
  const [isOn, setOn] = useState(wantsVibration)
  if (!canVibrate()) return null
  function change(next: boolean) {
    setOn(next)
    saveVibration(next)
    // The service worker shows the notifications and has no localStorage, so it reads the choice from IndexedDB.
    writeMeta(visitorConnection(), 'vibration', next).catch(reported('settings: vibration'))
    vibrate([60])
  }
  return (
    <Switch
      checked={isOn}
      onChange={(event) => change(event.target.checked)}
      hint={<Trans>For notifications, and when something succeeds or fails.</Trans>}
    >
      <Trans>Vibrate on this device</Trans>
    </Switch>
  )
}
