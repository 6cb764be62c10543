import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductCard, ProductDetail } from '#protocol/products.ts'
import { earnedForPrice } from '../../entities/chosen-offers.ts'
import { productPath } from '../../entities/product-path.ts'
import { productOf } from '../../entities/product.ts'
import { Percent, ServiceStateChip, SettlementName, Validity, Yield } from '../../entities/product-words.tsx'
import { Art } from '../../ui/art.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import type { QueryLike } from '../../ui/query-states.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import { CancelWithin } from './cancel-within.tsx'
import { idleDays } from './idle-days.ts'

interface CompareTableProps {
  products: readonly ProductCard[]
  onRemove: (id: string) => void
}

/** Offers as columns. The names of the lines stay in sight while the columns scroll sideways. */
export function CompareTable({ products, onRemove }: CompareTableProps) {
  const { t } = useLingui()
  const queries = useQueries({ queries: products.map((it) => productOf(it.kind, it.id)) })
  const details = queries.map((it) => it.data)
  const line = (name: ReactNode, cell: (product: ProductCard) => ReactNode) => (
    <tr>
      <th scope="row" className={nameClass}>
        {name}
      </th>
      {products.map((it) => (
        <td key={it.id} className={cellClass}>
          {cell(it)}
        </td>
      ))}
    </tr>
  )
  /** For what only the whole product says: a dash until that was fetched. */
  const detail = (name: ReactNode, cell: (product: ProductDetail) => ReactNode) =>
    line(name, (product) => {
      const whole = details[products.indexOf(product)]
      return whole ? cell(whole) : '–'
    })
  return (
    <>
      <SectionStates query={together(queries.filter((it) => it.data !== undefined))}>{() => null}</SectionStates>
      <SectionStates query={together(queries.filter((it) => it.data === undefined))}>{() => null}</SectionStates>
      <div
        role="region"
        aria-label={t`Comparison`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrolled by keyboard too
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg bg-surface shadow-card"
      >
        <table className="min-w-full border-separate border-spacing-0 text-start">
          <thead>
            <tr>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty corner is no control */}
              <td className={nameClass} />
              {products.map((it) => (
                <th key={it.id} scope="col" className={`${cellClass} font-normal`}>
                  <Offer product={it} onRemove={() => onRemove(it.id)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {line(<Trans>Price per unit</Trans>, (it) => (
              <Money isOpen value={it.price} currency={it.currency} />
            ))}
            {line(<Trans>Earned in 30 days</Trans>, (it) =>
              it.earnedLast30Days === null ? (
                <Trans>still new</Trans>
              ) : (
                <Money isOpen value={it.earnedLast30Days} currency={it.currency} />
              ),
            )}
            {line(<Trans>Earned in 30 days for the price</Trans>, (it) => {
              const rate = earnedForPrice(it)
              return rate === null ? <Trans>still new</Trans> : <Yield bp={rate} />
            })}
            {line(<Trans>Projected a day</Trans>, (it) => (
              <Money isOpen value={it.dailyIncome} currency={it.currency} projected />
            ))}
            {line(<Trans>Earns for</Trans>, (it) => (
              <Validity days={it.validityDays} periods={it.validityPeriods} type={it.settlementType} />
            ))}
            {line(<Trans>Settlement</Trans>, (it) => (
              <SettlementName type={it.settlementType} />
            ))}
            {line(<Trans>Units left</Trans>, ({ stock, unitsTotal }) => (
              <Trans>
                {stock} of {unitsTotal}
              </Trans>
            ))}
            {line(<Trans>Place</Trans>, (it) => it.place ?? '–')}
            {line(<Trans>Machine now</Trans>, (it) => (
              <ServiceStateChip state={it.serviceState} />
            ))}
            {detail(<Trans>Days without income in the 29 before today</Trans>, ({ history }) => idleDays(history))}
            {detail(<Trans>Operator's fee</Trans>, ({ memberShareBp }) => (
              <Trans>
                <Percent bp={10_000 - memberShareBp} /> of the revenue
              </Trans>
            ))}
            {detail(<Trans>Cancel within</Trans>, ({ cancellationHours }) => (
              <CancelWithin hours={cancellationHours} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The states of several reads as those of one, whose age is that of the oldest. */
function together(queries: readonly QueryLike<unknown>[]): QueryLike<unknown> {
  const isEvery = queries.every((it) => it.data !== undefined)
  const statuses = queries.map((it) => it.fetchStatus)
  return {
    data: isEvery || undefined,
    error: queries.find((it) => it.error)?.error ?? null,
    errorUpdateCount: queries.reduce((sum, it) => sum + (it.data === undefined ? (it.errorUpdateCount ?? 0) : 0), 0),
    dataUpdatedAt: Math.min(...queries.map((it) => it.dataUpdatedAt)),
    fetchStatus: statuses.find((it) => it === 'paused') ?? statuses.find((it) => it === 'fetching') ?? 'idle',
    isPlaceholderData: queries.length === 0,
    refetch: () => queries.map((it) => it.refetch()),
  }
}

function Offer({
  product: { id, kind, art, picture, name, edition },
  onRemove,
}: {
  product: ProductCard
  onRemove: () => void
}) {
  const { t } = useLingui()
  return (
    <span className="flex flex-col gap-1">
      <span className="flex items-start justify-between gap-1">
        <Art name={art} product={name} picture={picture} size="thumb" />
        <IconButton icon="close" label={t`Remove ${name}`} onClick={onRemove} />
      </span>
      <Link
        to={productPath(kind)}
        search={{ id }}
        className="flex min-h-11 items-center font-strong text-accent-ink underline"
      >
        {name}
      </Link>
      <span className="text-small text-ink-soft">{edition}</span>
    </span>
  )
}

const cellClass = 'figures min-w-[7rem] border-t border-line p-3 text-start align-top'
const nameClass =
  'sticky start-0 z-1 w-[30%] max-w-40 min-w-[6rem] border-t border-line bg-surface p-3 text-start align-top text-small font-normal text-ink-soft large-text:static'
