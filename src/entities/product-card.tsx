import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductCard as Product } from '#protocol/products.ts'
import { Art } from '../ui/art.tsx'
import { FirstInSight } from '../ui/below-fold.tsx'
import { Chip } from '../ui/chip.tsx'
import { Money } from '../ui/money.tsx'
import { productPath } from './product-path.ts'

const cardClass =
  'flex h-full flex-col overflow-hidden rounded-lg bg-surface shadow-card transition-shadow duration-(--quick) hover:shadow-float'

/** An offer in a grid: the machine, its price, what a unit really earned, and, apart from that, its projection. */
export function ProductCard({ product }: { product: Product }) {
  const { id, kind, art, picture, name, edition, place, price, currency } = product
  return (
    <Link to={productPath(kind)} search={{ id }} className={cardClass}>
      <span className="relative block bg-sunken px-2 py-3">
        <Art name={art} product={name} picture={picture} />
        <span className="absolute start-2 top-2 flex flex-wrap gap-1">
          <Limits product={product} />
        </span>
      </span>
      <span className="flex flex-1 flex-col gap-2 p-3">
        <span className="block">
          <span className="block font-strong text-balance">{name}</span>
          <span className="block text-small text-ink-soft">{edition}</span>
          {place && <span className="block text-small text-ink-soft">{place}</span>}
        </span>
        {/* A price of millions is as long as the card is wide. */}
        <span className="@container block">
          <span className="block text-[min(1.25rem,11cqi)] leading-7">
            <Money isOpen value={price} currency={currency} />
          </span>
        </span>
        <span className="mt-auto flex flex-col gap-1">
          <Earnings product={product} />
        </span>
      </span>
    </Link>
  )
}

/** Earned figures are solid; projected ones are dashed and say so. */
export function Earnings({ product: { earnedLast30Days, dailyIncome, currency } }: { product: Product }): ReactNode {
  return (
    <>
      <span className={earningClass}>
        <span className="text-ink-soft">
          <Trans>Last 30 days</Trans>
        </span>
        {earnedLast30Days === null ? (
          <span className="ms-auto text-ink-soft">
            <Trans>new</Trans>
          </span>
        ) : (
          <span className="ms-auto">
            <Money isOpen value={earnedLast30Days} currency={currency} />
          </span>
        )}
      </span>
      <span className={`${earningClass} text-ink-soft`}>
        <span>
          <Trans>Projected a day</Trans>
        </span>
        <span className="ms-auto">
          <Money isOpen value={dailyIncome} currency={currency} projected />
        </span>
      </span>
    </>
  )
}

const earningClass = 'flex flex-wrap items-baseline justify-between gap-x-2 text-small text-ink'

/** The reasons why not everybody can buy the product now. */
export function Limits({ product: { stock, isOnOffer, levelNeeded } }: { product: Product }): ReactNode {
  if (stock === 0 && isOnOffer !== false)
    return (
      <Chip tone="warning">
        <Trans>Sold out</Trans>
      </Chip>
    )
  return levelNeeded > 0 ? (
    <Chip tone="accent" icon="shield">
      <Trans>Level {levelNeeded}</Trans>
    </Chip>
  ) : null
}

interface ProductGridProps {
  products: readonly Product[]
  /** Lies on a card's corner, such as a checkbox. */
  over?: ((product: Product) => ReactNode) | undefined
}

/** Cards side by side: two on a phone, more where there is room. */
export function ProductGrid({ products, over }: ProductGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3 wide:grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))]">
      <FirstInSight count={4}>
        {products.map((it) => (
          <li key={it.id} className="relative">
            <ProductCard product={it} />
            {over?.(it)}
          </li>
        ))}
      </FirstInSight>
    </ul>
  )
}
