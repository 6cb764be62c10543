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
 * The check-in button, or that it is done, or that it is saved and will be sent. Says nothing to screen readers: the
 * toast and the news above already do.
 */
export function CheckInAction({ sign: { stands, last, nextPoints } }: { sign: SignState }) {
  // The instant of the tap goes along: the server decides which day it counts for.
  const { isBusy, run } = useCommand(gameSign)
  const tell = useTellOutcome()
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
          <Trans>It counts for today, even if it is sent later.</Trans>
        </p>
      )}
      {stands === 'open' && (
        <Button wide icon="check" busy={isBusy} onClick={() => void run({}).then(tell)}>
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
