import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { keepsLastScreen, saveKeepsLastScreen } from '../../cache/last-screen-choice.ts'
import { forgetLastScreens } from '../../cache/last-screens.ts'
import { reported } from '../../lib/report.ts'
import { Switch } from '../../ui/switch.tsx'

/** Whether the app opens with what it last showed; absent where the browser can't keep it. */
export function LastScreenSwitch() {
  const [isOn, setOn] = useState(keepsLastScreen)
  if (!('caches' in globalThis)) return null
  function change(next: boolean) {
    setOn(next)
    saveKeepsLastScreen(next)
    if (!next) forgetLastScreens().catch(reported('settings: last screen'))
  }
  return (
    <Switch
      checked={isOn}
      onChange={(event) => change(event.target.checked)}
      hint={<Trans>The app opens at once with what it last showed on this device, and says how old that is.</Trans>}
    >
      <Trans>Open with the last screen</Trans>
    </Switch>
  )
}
