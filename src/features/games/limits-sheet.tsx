import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { playLimits, type PlayLimits } from '#protocol/games.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { useMemberZone } from '../../entities/profile.ts'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { millisOf } from '../../lib/clock.ts'
import { dateTimeText } from '../../lib/dates.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { saveSound, wantsSound } from './device-choices.ts'
import { wakeSound } from './sound.ts'
import { isPaused } from './obstacle.ts'

interface LimitsSheetProps {
  isOpen: boolean
  onClose: () => void
  limits: PlayLimits
}

const mostDaily = 1000
const firstDaily = 10

/** The menu of every game: the member's own daily limit, a pause, and the sound. */
export function LimitsSheet({ isOpen, onClose, limits }: LimitsSheetProps) {
  const { isBusy, isReady, unknown, isChecking, check, outcome, run, sheet } = useCommand(playLimits)
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const canSave = isOnline && isReady && unknown === undefined
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<Trans>Your limits</Trans>}>
      <div className="flex flex-col gap-6">
        {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
        {!isOnline && (
          <Banner icon="offline">
            <Trans>Changing a limit needs a connection.</Trans>
          </Banner>
        )}
        {outcome?.kind === 'rejected' && (
          <Banner tone="danger" icon="warning">
            {reason(outcome.error)}
          </Banner>
        )}
        {outcome?.kind === 'applied' && (
          <Banner tone="positive" icon="check">
            <Trans>Saved.</Trans>
          </Banner>
        )}
        <Now limits={limits} />
        <DailyLimit
          key={`${limits.daily} ${limits.next?.from}`}
          limits={limits}
          isBusy={isBusy}
          canSave={canSave}
          onSave={(daily) => void run({ daily })}
        />
        <Pause limits={limits} canSave={canSave} onPause={() => void run({ pause: true })} />
        <SoundSwitch />
        <CommandSheet {...sheet} />
      </div>
    </Sheet>
  )
}

function Now({ limits: { daily, drawnToday, next, pausedUntil } }: { limits: PlayLimits }) {
  const { i18n } = useLingui()
  const zone = useMemberZone()
  const when = (at: string) => dateTimeText(millisOf(at), i18n.locale, zone)
  return (
    <Facts>
      <Fact name={<Trans>Draws today, in all games</Trans>}>{drawnToday}</Fact>
      <Fact name={<Trans>Your limit a day</Trans>}>{daily ?? <Trans>None</Trans>}</Fact>
      {next && <Fact name={<Trans>From {when(next.from)}</Trans>}>{next.daily ?? <Trans>None</Trans>}</Fact>}
      {isPaused(pausedUntil) && pausedUntil !== null && (
        <Fact name={<Trans>Paused until</Trans>}>{when(pausedUntil)}</Fact>
      )}
    </Facts>
  )
}

interface DailyLimitProps {
  limits: PlayLimits
  isBusy: boolean
  canSave: boolean
  onSave: (daily: number | null) => void
}

function DailyLimit({ limits: { daily, next }, isBusy, canSave, onSave }: DailyLimitProps) {
  const { t } = useLingui()
  const wanted = next ? next.daily : daily
  const [isLimited, setLimited] = useState(wanted !== null)
  const [most, setMost] = useState(wanted ?? firstDaily)
  const chosen = isLimited ? most : null
  return (
    <div className="flex flex-col gap-3">
      <Switch checked={isLimited} onChange={(event) => setLimited(event.target.checked)}>
        <Trans>Limit my draws a day</Trans>
      </Switch>
      {isLimited && (
        <QuantityStepper label={t`Draws a day, in all games`} value={most} min={0} max={mostDaily} onChange={setMost} />
      )}
      <p className="text-small text-pretty text-ink-soft">
        <Trans>A tighter limit holds at once. A looser one, or none, holds from tomorrow.</Trans>
      </p>
      <Button busy={isBusy} disabled={!canSave || chosen === wanted} onClick={() => onSave(chosen)}>
        <Trans>Save the limit</Trans>
      </Button>
    </div>
  )
}

function Pause({
  limits: { pausedUntil },
  canSave,
  onPause,
}: {
  limits: PlayLimits
  canSave: boolean
  onPause: () => void
}) {
  const [isAsking, ask] = useState(false)
  if (isPaused(pausedUntil)) return null
  return (
    <div className="flex flex-col gap-3">
      <Button look="quiet" icon="clock" disabled={!canSave} onClick={() => ask(true)}>
        <Trans>Pause all games for 24 hours</Trans>
      </Button>
      <p className="text-small text-pretty text-ink-soft">
        <Trans>A pause can't be ended early. Prizes that wait can be received meanwhile.</Trans>
      </p>
      <Dialog
        isOpen={isAsking}
        onClose={() => ask(false)}
        title={<Trans>Pause all games for 24 hours?</Trans>}
        actions={
          <>
            <Button
              onClick={() => {
                ask(false)
                onPause()
              }}
            >
              <Trans>Pause for 24 hours</Trans>
            </Button>
            <Button look="plain" onClick={() => ask(false)}>
              <Trans>Don't pause</Trans>
            </Button>
          </>
        }
      >
        <Trans>Nobody can end it early, not the operator either.</Trans>
      </Dialog>
    </div>
  )
}

/** Off until the member switches it on. */
function SoundSwitch() {
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
