import { Trans } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import { seedRenew } from '#protocol/games.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useOnline } from '../../ui/use-online.ts'

export type RevealedSeed = Answer<typeof seedRenew>['revealed']

interface RevealSeedProps {
  seedHash: string
  onRevealed?: (seed: RevealedSeed) => void
}

/** Ends the use of a seed that is still secret, so that its draws can be checked. */
export function RevealSeed({ seedHash, onRevealed }: RevealSeedProps) {
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const { run, outcome, unknown, check, isBusy, isReady, isChecking, sheet } = useCommand(seedRenew, {
    concerns: (it) => it.seedHash === seedHash,
    onOutcome: (it) => {
      if (it.kind === 'applied') onRevealed?.(it.answer.revealed)
    },
  })
  return (
    <div className="flex flex-col gap-2">
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {unknown ? (
        <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
      ) : (
        <Button
          look="quiet"
          icon="eye"
          busy={isBusy || outcome?.kind === 'applied'}
          disabled={!isOnline || !isReady}
          onClick={() => void run({ seedHash })}
        >
          <Trans>Reveal the seed now</Trans>
        </Button>
      )}
      <p className="text-small text-ink-soft text-pretty">
        <Trans>
          Your next draws then use a new seed, and you see its hash first. Nothing is drawn and you aren't charged.
        </Trans>
      </p>
      <OfflineNote />
      <CommandSheet {...sheet} />
    </div>
  )
}
