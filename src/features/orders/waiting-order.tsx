import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProductDetail } from '#protocol/products.ts'
import { ApiError } from '../../api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
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
            Buying needs the network: the price and what is left are asked for at the moment of paying. Your choice of{' '}
            <Plural value={quantity} one="# unit" other="# units" /> is kept on this device, and you will see fresh
            numbers before you confirm.
          </Trans>
        </Banner>
      )}
      {!isRejected && (
        <Card>
          <Facts>
            <Fact name={<Trans>Last known price, {quantity} ×</Trans>}>
              <Money value={product.price * quantity} currency={product.currency} projected />
            </Fact>
          </Facts>
        </Card>
      )}
      <div className="flex flex-col gap-2">
        <Button wide icon="refresh" busy={isRetrying} onClick={onRetry}>
          <Trans>Ask for the price again</Trans>
        </Button>
        <Link to="/pages/my/checkIn" className={buttonClass({ look: 'plain', wide: true })}>
          <Trans>Meanwhile, check in</Trans>
        </Link>
      </div>
    </>
  )
}
