import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Switch } from '../../ui/switch.tsx'
import { saveSound, wantsSound } from './device-choices.ts'
import { wakeSound } from './sound.ts'

/** Off until the member switches it on. */
export function SoundSwitch() {
  const [isOn, setOn] = useState(wantsSound)
  return (
    <Switch
      checked={isOn}
      hint={<Trans>Ticks and a tone on this device.</Trans>}
      onChange={(event) => {
        setOn(event.target.checked)
        saveSound(event.target.checked)
        wakeSound()
      }}
    >
      <Trans>Sound</Trans>
    </Switch>
  )
}
