import { Trans } from '@lingui/react/macro'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'

/** What a top-up is and isn't, shown before the amount. */
export function TopUpMeaning({ isDemo }: { isDemo: boolean }) {
  return (
    <>
      {isDemo && <DemoBanner />}
      <Card>
        <p className="font-strong">
          <Trans>A top-up is your own money.</Trans>
        </p>
        <p className="mt-1 text-small text-ink-soft text-pretty">
          <Trans>
            It goes into your recharge wallet, for units, time deposits and card bills. It earns nothing there, and you
            can't withdraw it again: only money in the income wallet can be withdrawn. So top up only what you want to
            spend.
          </Trans>
        </p>
      </Card>
    </>
  )
}

/** Shown on every page with an address of the demonstration. */
export function DemoBanner() {
  return (
    <Banner tone="warning" icon="warning">
      <Trans>
        This is a demo. The address can't receive real money, and the server simulates the transfer within about a
        minute. Don't send anything from a real wallet.
      </Trans>
    </Banner>
  )
}
