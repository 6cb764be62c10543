import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { chooseHiddenAmounts, chosenWords } from '../../lib/choose-hidden-amounts.ts'
import { Switch } from '../../ui/switch.tsx'
import { useAmountsHidden } from '../../ui/hidden-amount.tsx'

/** Whether the member's amounts are hidden: always, as by the eye on Home, or while the app is in the background. */
export function AmountSwitches() {
  const memberId = useSignedIn()
  const isHidden = useAmountsHidden()
  const [isAway, setAway] = useState(() => chosenWords(memberId).includes('away'))
  if (memberId === undefined) return null
  return (
    <>
      <Switch
        checked={isHidden}
        onChange={(event) => chooseHiddenAmounts(memberId, 'hidden', event.target.checked)}
        hint={
          <Trans>
            Your balances, income and transactions are shown as dots. Prices, and what you are about to pay or withdraw,
            are still shown.
          </Trans>
        }
      >
        <Trans>Hide amounts</Trans>
      </Switch>
      <Switch
        checked={isAway}
        onChange={(event) => {
          setAway(event.target.checked)
          chooseHiddenAmounts(memberId, 'away', event.target.checked)
        }}
        hint={
          <Trans>
            So that the app switcher's picture doesn't show them, where the device takes it after the app has left the
            screen.
          </Trans>
        }
      >
        <Trans>Hide amounts when the app is in the background</Trans>
      </Switch>
    </>
  )
}
