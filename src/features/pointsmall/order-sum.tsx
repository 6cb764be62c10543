import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Coins } from '../../entities/coins.tsx'

/** The sum of an order, and what remains of the member's coins. */
export function OrderSum({ points, coins }: { points: number; coins: number | undefined }) {
  return (
    <Card>
      <Facts>
        <Fact name={<Trans>Total</Trans>}>
          <Coins value={points} />
        </Fact>
        {coins !== undefined && (
          <Fact name={<Trans>Your gold coins</Trans>}>
            <Coins value={coins} />
          </Fact>
        )}
        {coins !== undefined && coins >= points && (
          <Fact name={<Trans>Left after this order</Trans>}>
            <Coins value={coins - points} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
