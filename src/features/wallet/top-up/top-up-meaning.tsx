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
          <Trans>A top-up is your own money, paid in.</Trans>
        </p>
        <p className="mt-1 text-small text-ink-soft text-pretty">
          <Trans>
            It goes into the recharge wallet: for units, time deposits and card bills. It earns nothing by lying there,
            and it can't be withdrawn again: only the income wallet can. So top up what you want to spend.
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
        Demonstration: the address can't receive real funds, and the transfer is played by the server. Send nothing from
        a real wallet.
      </Trans>
    </Banner>
  )
}
