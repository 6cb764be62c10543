import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { balances } from '../../entities/balances.ts'
import { Coins } from '../../entities/coins.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { SectionStates } from '../../ui/section-states.tsx'

/** The sum of an order, and what remains of the member's coins. */
export function OrderSum({ points }: { points: number }) {
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <Facts>
          <Fact name={<Trans>Total</Trans>}>
            <Coins value={points} />
          </Fact>
        </Facts>
        <SectionStates query={useQuery(balances)}>
          {({ goldCoins }) => (
            <Facts>
              <Fact name={<Trans>Your gold coins</Trans>}>
                <Coins value={goldCoins} />
              </Fact>
              {goldCoins >= points && (
                <Fact name={<Trans>Left after this order</Trans>}>
                  <Coins value={goldCoins - points} />
                </Fact>
              )}
            </Facts>
          )}
        </SectionStates>
      </div>
    </Card>
  )
}
