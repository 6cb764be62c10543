import { Plural, Trans } from '@lingui/react/macro'
import { seedRenew } from '#protocol/games.ts'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/card.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { MemberSeedField } from './member-seed-field.tsx'
import type { Table } from './table.ts'

/** How a draw comes about, with what is fixed before it (docs/fair-draws.md). */
export function Fairness({ table: { seed, game } }: { table: Table }) {
  return (
    <details className="rounded-lg bg-surface shadow-card">
      <summary className="flex min-h-13 items-center px-4 py-3 font-strong">
        <Trans>How this is fair</Trans>
      </summary>
      <div className="flex flex-col gap-4 px-4 pb-4">
        <p className="text-pretty text-ink-soft">
          <Trans>
            The server fixed a secret seed before you play and shows its hash, a fingerprint of it. Your draw is
            computed from that seed, your own, and the number of the draw. Later the seed is shown, and anybody can
            compute every draw again.
          </Trans>
        </p>
        <Facts>
          <Fact name={<Trans>Hash of the server's seed (SHA-256)</Trans>}>
            <Hex text={seed.seedHash} />
          </Fact>
          <Fact name={<Trans>Your next draw with it</Trans>}>
            <Trans>number {seed.nonce}</Trans>
          </Fact>
          <Fact name={<Trans>Draws left with it</Trans>}>{seed.drawsLeft}</Fact>
          <Fact name={<Trans>Version of the rule</Trans>}>{game.version}</Fact>
        </Facts>
        <MemberSeedField />
        <RevealSeed seedHash={seed.seedHash} used={seed.nonce - 1} />
      </div>
    </details>
  )
}

function RevealSeed({ seedHash, used }: { seedHash: string; used: number }) {
  const isOnline = useOnline()
  const reason = useRejectionReason()
  const { run, isBusy, isReady, unknown, isChecking, check, outcome } = useCommand(seedRenew)
  return (
    <div className="flex flex-col gap-3">
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {outcome?.kind === 'applied' && (
        <Banner tone="positive" icon="check">
          <Trans>
            The seed with the hash <Hex text={outcome.answer.revealed.seedHash} /> was{' '}
            <Hex text={outcome.answer.revealed.serverSeed} />. Your draws with it can be checked now, and a new one is
            in use.
          </Trans>
        </Banner>
      )}
      <Button
        look="quiet"
        icon="eye"
        busy={isBusy}
        disabled={!isOnline || !isReady || unknown !== undefined || used === 0}
        onClick={() => void run({ seedHash })}
      >
        <Trans>Show me the used seed</Trans>
      </Button>
      <p className="text-small text-ink-soft">
        {used === 0 ? (
          <Trans>This seed is not used yet: it stays secret until it is.</Trans>
        ) : (
          <Plural
            value={used}
            one="It made # draw. Showing it ends its use."
            other="It made # draws. Showing it ends its use."
          />
        )}
      </p>
    </div>
  )
}

function Hex({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-small break-all">
      {text}
    </bdi>
  )
}
