import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Fold } from '../../ui/fold.tsx'
import { MemberSeedField } from './member-seed-field.tsx'
import { RevealSeed, type RevealedSeed } from './reveal-seed.tsx'
import type { Table } from './table.ts'

/** How a draw comes about, with what is fixed before it (docs/fair-draws.md). */
export function Fairness({ seed, game }: Pick<Table, 'seed' | 'game'>) {
  const [revealed, setRevealed] = useState<RevealedSeed>()
  return (
    <Fold title={<Trans>How we keep this fair</Trans>}>
      <div className="flex flex-col gap-4 px-4 pb-4">
        <p className="text-pretty text-ink-soft">
          <Trans>
            The server fixes a secret seed before you play and shows you its hash, a kind of fingerprint. Your draw is
            computed from that seed, your own seed and the number of the draw. Later the secret seed is revealed, and
            anyone can compute every draw again.
          </Trans>
        </p>
        <Facts>
          <Fact name={<Trans>Hash of the server's seed (SHA-256)</Trans>}>
            <Hex text={seed.seedHash} />
          </Fact>
          <Fact name={<Trans>Your next draw with it</Trans>}>
            <Trans>number {seed.nonce}</Trans>
          </Fact>
          <Fact name={<Trans>Draws left with this seed</Trans>}>{seed.drawsLeft}</Fact>
          <Fact name={<Trans>Version of the rule</Trans>}>{game.version}</Fact>
        </Facts>
        <MemberSeedField />
        {revealed && (
          <Banner tone="positive" icon="check">
            <Trans>
              The seed with the hash <Hex text={revealed.seedHash} /> was <Hex text={revealed.serverSeed} />. You can
              now check your draws with it. A new seed is in use.
            </Trans>
          </Banner>
        )}
        {seed.nonce > 1 ? (
          <RevealSeed key={seed.seedHash} seedHash={seed.seedHash} onRevealed={setRevealed} />
        ) : (
          <p className="text-small text-ink-soft">
            <Trans>This seed hasn't been used yet. It stays secret until it is.</Trans>
          </p>
        )}
      </div>
    </Fold>
  )
}

function Hex({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-small break-all">
      {text}
    </bdi>
  )
}
