import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PointsGoods } from '#protocol/pointsmall.ts'
import { Chip } from '../ui/chip.tsx'
import { Coins } from './coins.tsx'
import { GoodsArt } from './goods-art.tsx'

/** Goods side by side: two on a phone, more where there is room. */
export function GoodsGrid({ goods }: { goods: readonly PointsGoods[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3 wide:grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))]">
      {goods.map((it) => (
        <li key={it.id}>
          <GoodsCard goods={it} />
        </li>
      ))}
    </ul>
  )
}

function GoodsCard({ goods }: { goods: PointsGoods }) {
  const { id, art, name, line, points } = goods
  return (
    <Link
      to="/subPages/pointsmall/detail"
      search={{ id }}
      className="flex h-full flex-col overflow-hidden rounded-lg bg-surface shadow-card transition-shadow duration-(--quick) hover:shadow-float"
    >
      <span className="relative block bg-sunken px-2 py-3">
        <GoodsArt art={art} />
        <span className="absolute start-2 top-2 flex flex-wrap gap-1">
          <GoodsLimits goods={goods} />
        </span>
      </span>
      <span className="flex flex-1 flex-col gap-2 p-3">
        <span className="block">
          <span className="block font-strong text-balance">{name}</span>
          <span className="block text-small text-ink-soft">{line}</span>
        </span>
        <span className="mt-auto block">
          <Coins value={points} />
        </span>
      </span>
    </Link>
  )
}

/** The reasons why not everybody can have the goods now. */
export function GoodsLimits({
  goods: { stock, levelNeeded },
}: {
  goods: Pick<PointsGoods, 'stock' | 'levelNeeded'>
}): ReactNode {
  if (stock === 0)
    return (
      <Chip tone="warning">
        <Trans>None left</Trans>
      </Chip>
    )
  return levelNeeded > 0 ? (
    <Chip tone="accent" icon="shield">
      <Trans>Level {levelNeeded}</Trans>
    </Chip>
  ) : null
}
