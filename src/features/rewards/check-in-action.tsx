import { Plural, Trans } from '@lingui/react/macro'
import { shownState } from '../../outbox/shown.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { useSaving } from '../../entities/use-saving.ts'
import { checkIn } from './commands.ts'
import type { SignState } from './use-sign-state.ts'

/**
 * The check-in button, or that it is done, or that it is saved and will be sent. Says nothing to screen readers: the
 * toast and the news above already do.
 */
export function CheckInAction({ sign: { stands, last, nextPoints } }: { sign: SignState }) {
  const { isSaving, save } = useSaving()
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
        <Button wide icon="check" busy={isSaving} onClick={() => void save(checkIn)}>
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
