import { Plural, Trans } from '@lingui/react/macro'
import type { ProductDetail } from '#protocol/products.ts'
import { ApiError } from '../../api/api-error.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { useReason } from '../../ui/use-reason.ts'
import type { OrderChoice } from './saved-order.ts'

interface WaitingOrderProps {
  product: ProductDetail
  choice: OrderChoice
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/**
 * Shown where the server can't price the order now: what is saved, what happens next, what to do meanwhile. Nothing can
 * be paid here.
 */
export function WaitingOrder({ product, choice: { quantity }, error, onRetry, isRetrying }: WaitingOrderProps) {
  const reason = useReason()
  const isRejected = error instanceof ApiError && error.kind === 'rejected'
  return (
    <>
      {isRejected ? (
        <Banner tone="danger" icon="warning">
          {reason(error)}
        </Banner>
      ) : (
        <Banner tone="warning" icon="offline">
          <Trans>
            You need a connection to buy: the price and the units left are checked when you pay. Your choice of{' '}
            <Plural value={quantity} one="# unit" other="# units" /> is saved on this device, and you'll see the current
            figures before you confirm.
          </Trans>
        </Banner>
      )}
      {!isRejected && (
        <Card>
          <Facts>
            <Fact name={<Trans>Last known price, {quantity} ×</Trans>}>
              <Money isOpen value={product.price * quantity} currency={product.currency} projected />
            </Fact>
          </Facts>
        </Card>
      )}
      <div className="flex flex-col gap-2">
        <Button wide icon="refresh" busy={isRetrying} onClick={onRetry}>
          <Trans>Check the price again</Trans>
        </Button>
        <FeatureLink to="/pages/my/checkIn" className={buttonClass({ look: 'plain', wide: true })}>
          <Trans>Check in meanwhile</Trans>
        </FeatureLink>
      </div>
    </>
  )
}
