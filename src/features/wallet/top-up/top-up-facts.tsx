import { Trans, useLingui } from '@lingui/react/macro'
import type { TopUp } from '#protocol/wallet.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { rateFigure } from '../../../lib/asset-amount.ts'
import { Card } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { AssetAmount } from './asset-amount.tsx'
import { useRailName } from './rail-name.ts'
import { taskOf } from './top-up-steps.ts'
import { useWhen } from '../../../entities/use-when.ts'

/** The terms at the opening of a top-up, and its outcome. */
export function TopUpFacts({ topUp }: { topUp: TopUp }) {
  const { i18n } = useLingui()
  const when = useWhen()
  const railName = useRailName()
  const { amount, currency, asset, decimals, due, seen, rate, state, openedAt, expiresAt } = topUp
  // While the rest is being confirmed, `amount` is the whole requested amount, not the part that was credited already.
  const creditedAt = state === 'seen' || state === 'confirming' ? null : topUp.creditedAt
  const task = taskOf(topUp, serverNow())
  // Afterwards it is the member's own money, like any other movement.
  const isToSend = task === 'send' || task === 'send-rest'
  const timeOf = (at: string) => <time dateTime={at}>{when(at)}</time>
  return (
    <Card>
      <Facts>
        <Fact name={creditedAt === null ? <Trans>Into the recharge wallet</Trans> : <Trans>Credited</Trans>}>
          <Money isOpen={isToSend} value={amount} currency={currency} />
        </Fact>
        <Fact name={<Trans>Amount due</Trans>}>
          <AssetAmount units={due} decimals={decimals} asset={asset} isOpen={isToSend} />
        </Fact>
        {seen > 0 && (
          <Fact name={<Trans>Arrived</Trans>}>
            <AssetAmount units={seen} decimals={decimals} asset={asset} />
          </Fact>
        )}
        <Fact name={<Trans>Network</Trans>}>{railName(topUp)}</Fact>
        <Fact name={<Trans>Operator's rate, fixed when it was opened</Trans>}>
          <bdi>
            1 {asset} = {rateFigure(rate, i18n.locale)} {currency}
          </bdi>
        </Fact>
        <Fact name={<Trans>Opened</Trans>}>{timeOf(openedAt)}</Fact>
        {creditedAt === null ? (
          <Fact name={<Trans>Rate held until</Trans>}>{timeOf(expiresAt)}</Fact>
        ) : (
          <Fact name={<Trans>Credited on</Trans>}>{timeOf(creditedAt)}</Fact>
        )}
      </Facts>
    </Card>
  )
}
