import { Trans } from '@lingui/react/macro'
import type { ProductDetail } from '#protocol/products.ts'
import { Money } from '../../ui/money.tsx'
import { projectedIn } from '../../entities/projection.ts'
import { Projected, Term, Yield } from '../../entities/product-words.tsx'

/**
 * What one unit has earned, and what it is projected to earn: nothing more, and no projection, once its machine is
 * closed. The projection is only outlined, so that nobody takes it for earned.
 */
export function EarnedAndProjected({ product }: { product: ProductDetail }) {
  const { earnedLast30Days, currency, closed } = product
  return (
    <section aria-labelledby="earned-title" className="flex flex-col gap-3">
      <h2 id="earned-title" className="text-title font-strong">
        <Trans>What one unit earns</Trans>
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <div className="rounded-lg bg-accent-soft p-4 text-accent-ink">
          <p className="text-small">
            <Trans>Earned in the last 30 days</Trans>
          </p>
          {earnedLast30Days === null ? (
            <p className="mt-1 font-strong">{closed ? '–' : <Trans>Nothing yet: the machine is new</Trans>}</p>
          ) : (
            <p className="mt-1">
              <Money isOpen value={earnedLast30Days} currency={currency} size="large" />
            </p>
          )}
        </div>
        {!closed && <ProjectionSoon product={product} />}
      </div>
      {!closed && <ProjectionInAll product={product} />}
    </section>
  )
}

function ProjectionSoon({ product }: { product: ProductDetail }) {
  const days = Math.min(30, product.validityDays)
  return (
    <div className="rounded-lg border-2 border-dashed border-edge p-4 text-ink-soft">
      <p className="flex flex-wrap items-center gap-2 text-small">
        <Trans>
          In <Term days={days} />
        </Trans>
        <Projected />
      </p>
      <p className="mt-1">
        <Money isOpen value={projectedIn(product, days)} currency={product.currency} size="large" projected />
      </p>
    </div>
  )
}

function ProjectionInAll({ product: { totalReturn, yieldRate, currency } }: { product: ProductDetail }) {
  return (
    <p className="text-small text-ink-soft text-pretty">
      <Trans>
        The projection for the whole term is <Money isOpen value={totalReturn} currency={currency} projected />, or{' '}
        <Yield bp={yieldRate} /> of the price. A projection is an estimate based on how the machine works. It isn't a
        promise: a unit earns its share of this machine's revenue, and nothing else.
      </Trans>
    </p>
  )
}
