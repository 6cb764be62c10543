import { Trans } from '@lingui/react/macro'
import type { Draw } from '#protocol/games.ts'
import { MaskedText } from '../../entities/masked-text.tsx'
import { useRewardText } from '../../entities/reward-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useWhen } from '../../entities/use-when.ts'
import type { Sent } from './shown-before.ts'

/** What was drawn, when and for what price, and a button that copies everything the check uses. */
export function DrawFacts({ draw, sent }: { draw: Draw; sent: Sent | undefined }) {
  const when = useWhen()
  const text = useRewardText()
  const { gameName, price, prize, at, proof } = draw
  const copy = useCopy({ isOnScreen: false })
  return (
    <Section title={<Trans>The draw</Trans>}>
      <Card>
        <Facts>
          <Fact name={<Trans>Drawn</Trans>}>
            {prize ? <MaskedText text={prize.name} /> : <Trans>Nothing won</Trans>}
          </Fact>
          <Fact name={<Trans>Game</Trans>}>
            <Trans>
              {gameName}, version {proof.version}
            </Trans>
          </Fact>
          <Fact name={<Trans>Price</Trans>}>{text(price)}</Fact>
          <Fact name={<Trans>Time</Trans>}>
            <time dateTime={at}>{when(at)}</time>
          </Fact>
        </Facts>
      </Card>
      <Button look="quiet" icon="copy" onClick={() => copy(inputsOf(draw, sent))}>
        <Trans>Copy all figures</Trans>
      </Button>
      <p className="text-small text-ink-soft text-pretty">
        <Trans>With these figures and the description below, anyone can compute this draw with their own tools.</Trans>
      </p>
    </Section>
  )
}

/** Everything by which a draw is repeated, as JSON; the names are those of docs/fair-draws.md. */
export function inputsOf({ id, game, at, prize, proof }: Draw, sent?: Sent): string {
  return JSON.stringify({ draw: id, game, at, ...proof, prizeId: prize?.id ?? null, sent }, null, 2)
}
