import { Plural, Trans } from '@lingui/react/macro'
import { gameSign } from '#protocol/rewards.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import type { SignState } from './use-sign-state.ts'

/**
 * The check-in button, or the state of today's check-in: done, or saved and to be sent. While it is unknown the button
 * is busy, so that nothing moves under the thumb. Screen readers don't announce it, because the toast and the notice
 * above are announced.
 */
export function CheckInAction({ sign: { stands, last, streak } }: { sign: SignState }) {
  // The command carries the instant of the tap; the server derives the day from it.
  const { isBusy, run } = useCommand(gameSign)
  const tell = useTellOutcome()
  const nextPoints = streak?.nextPoints
  return (
    <div>
      {stands === 'signed' && (
        <p className="flex min-h-13 items-center justify-center gap-2 font-strong text-positive">
          <Icon name="check" size="small" />
          <Trans>Checked in today</Trans>
        </p>
      )}
      {stands === 'saved' && last && (
        <p className="flex min-h-13 flex-wrap items-center justify-center gap-2 text-ink-soft">
          <PendingBadge state={shownState(last)} />
          <Trans>It counts for today if it is sent within two days.</Trans>
        </p>
      )}
      {(stands === 'open' || stands === 'unknown') && (
        <Button wide icon="check" busy={isBusy || stands === 'unknown'} onClick={() => void run({}).then(tell)}>
          {nextPoints === undefined ? (
            <Trans>Check in</Trans>
          ) : (
            <Plural value={nextPoints} one="Check in for # gold coin" other="Check in for # gold coins" />
          )}
        </Button>
      )}
    </div>
  )
}
