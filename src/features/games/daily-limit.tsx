import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PlayLimits } from '#protocol/games.ts'
import { Button } from '../../ui/button.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { Switch } from '../../ui/switch.tsx'

const mostDaily = 1000
const firstDaily = 10

interface DailyLimitProps {
  limits: PlayLimits
  isBusy: boolean
  canSave: boolean
  onSave: (daily: number | null) => void
}

/** How many draws the member allows themselves a day, for all games together. */
export function DailyLimit({ limits: { daily, next }, isBusy, canSave, onSave }: DailyLimitProps) {
  const { t } = useLingui()
  const wanted = next ? next.daily : daily
  const [isLimited, setLimited] = useState(wanted !== null)
  const [most, setMost] = useState(wanted ?? firstDaily)
  const chosen = isLimited ? most : null
  return (
    <div className="flex flex-col gap-3">
      <Switch checked={isLimited} onChange={(event) => setLimited(event.target.checked)}>
        <Trans>Limit my draws per day</Trans>
      </Switch>
      {isLimited && (
        <QuantityStepper label={t`Draws per day, all games`} value={most} min={0} max={mostDaily} onChange={setMost} />
      )}
      <p className="text-small text-pretty text-ink-soft">
        <Trans>A lower limit applies at once. A higher one, or none, applies from tomorrow.</Trans>
      </p>
      <Button busy={isBusy} disabled={!canSave || chosen === wanted} onClick={() => onSave(chosen)}>
        <Trans>Save limit</Trans>
      </Button>
    </div>
  )
}
