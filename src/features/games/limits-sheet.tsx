import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { playLimits, type PlayLimits } from '#protocol/games.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { DailyLimit } from './daily-limit.tsx'
import { isPaused } from './obstacle.ts'
import { PauseGames } from './pause-games.tsx'
import { showLimits } from './show-play.ts'
import { SoundSwitch } from './sound-switch.tsx'
import { useWhen } from '../../entities/use-when.ts'

interface LimitsSheetProps {
  isOpen: boolean
  onClose: () => void
  limits: PlayLimits
}

/** The menu of every game: the member's own daily limit, a pause, and the sound. */
export function LimitsSheet({ isOpen, onClose, limits }: LimitsSheetProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const reason = useRejectionReason()
  const { isBusy, isReady, outcome, unknown, isChecking, check, run, sheet } = useCommand(playLimits, {
    onOutcome: (it) => {
      if (it.kind === 'rejected') tellRefused(it.error)
      if (it.kind !== 'applied') return
      // At once, so that the form isn't set back by a later answer while the member goes on.
      showLimits(client, it.answer)
      toast(t`Saved`, { tone: 'positive' })
    },
  })
  const [isTold, setTold] = useState(false)
  /** A sheet that was closed meanwhile can't show the refusal, and at its next opening it would no longer be news. */
  function tellRefused(error: unknown) {
    setTold(!isOpen)
    if (!isOpen) toast(reason(error), { tone: 'danger' })
  }
  const isOnline = useOnline()
  const canSave = isOnline && isReady && unknown === undefined
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<Trans>Your limits</Trans>} keepsInput>
      <div className="flex flex-col gap-6">
        {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
        {outcome?.kind === 'rejected' && !isTold && (
          <Banner tone="danger" icon="warning">
            {reason(outcome.error)}
          </Banner>
        )}
        {!isOnline && (
          <Banner icon="offline">
            <Trans>You need a connection to change a limit.</Trans>
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
        <PauseGames limits={limits} canSave={canSave} onPause={() => void run({ pause: true })} />
        <SoundSwitch />
        <CommandSheet {...sheet} />
      </div>
    </Sheet>
  )
}

function Now({ limits: { daily, drawnToday, next, pausedUntil } }: { limits: PlayLimits }) {
  const when = useWhen()
  return (
    <Facts>
      <Fact name={<Trans>Draws today, all games</Trans>}>{drawnToday}</Fact>
      <Fact name={<Trans>Your daily limit</Trans>}>{daily ?? <Trans>None</Trans>}</Fact>
      {next && <Fact name={<Trans>From {when(next.from)}</Trans>}>{next.daily ?? <Trans>None</Trans>}</Fact>}
      {isPaused(pausedUntil) && pausedUntil !== null && (
        <Fact name={<Trans>Paused until</Trans>}>{when(pausedUntil)}</Fact>
      )}
    </Facts>
  )
}
