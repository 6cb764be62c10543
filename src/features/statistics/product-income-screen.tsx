import { Trans } from '@lingui/react/macro'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { spanIn } from '../../entities/day-span.ts'
import { Section } from '../../ui/card.tsx'
import { rowLinkClass, List } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailPane, ChooseRow, TwoPanes } from '../../ui/two-panes.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { ProductIncome } from './product-income.tsx'
import { ProductRow, ProductShares } from './product-shares.tsx'
import { useEarnings } from './queries.ts'
import { statisticsSearch } from './search.ts'
import { SpanFilters } from './span-filters.tsx'

export const Route = createFileRoute('/subPages/statistics/productIncome')({
  validateSearch: statisticsSearch,
  component: ProductIncomeScreen,
})

const route = getRouteApi('/subPages/statistics/productIncome')

/** One product's income; without a product, or beside it on a wide screen, all products by what they paid. */
function ProductIncomeScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useWide()
  const span = spanIn(search.range) ?? 'last 30 days'
  const { id, kind, range } = search
  const earnings = useEarnings(span, { kind })
  const products = earnings.data?.products ?? []
  const shown = id ?? (isWide ? products[0]?.productId : undefined)
  const name = products.find((it) => it.productId === shown)?.name
  const go = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })
  const filters = <SpanFilters span={span} kind={kind} onSearch={go} />
  const detail = shown !== undefined && <ProductIncome key={shown} productId={shown} span={span} />
  return (
    <Screen width="panes" lead={isWide ? undefined : name}>
      <PullToRefresh onRefresh={async () => await earnings.refetch()}>
        {isWide ? (
          <TwoPanes
            detail={
              shown !== undefined && (
                <DetailPane key={shown} title={name ?? <Trans>Income by product</Trans>}>
                  {detail}
                </DetailPane>
              )
            }
          >
            {filters}
            <QueryStates query={earnings}>
              {({ currency, ...it }) =>
                it.products.length === 0 ? (
                  <ProductShares earnings={{ currency, ...it }} range={range} kind={kind} />
                ) : (
                  <List>
                    {it.products.map((product) => (
                      <li key={product.productId}>
                        <ChooseRow
                          isChosen={product.productId === shown}
                          onChoose={() => go({ id: product.productId })}
                        >
                          <ProductRow product={product} currency={currency} />
                        </ChooseRow>
                      </li>
                    ))}
                  </List>
                )
              }
            </QueryStates>
          </TwoPanes>
        ) : (
          <>
            {filters}
            {detail || (
              <QueryStates query={earnings}>
                {(it) => <ProductShares earnings={it} range={range} kind={kind} />}
              </QueryStates>
            )}
            {id !== undefined && (
              <Section title={<Trans>All products</Trans>}>
                <List>
                  <li>
                    <Link to="/subPages/statistics/index" search={{ range, kind }} className={rowLinkClass}>
                      <span className="flex min-h-13 items-center px-4 font-strong text-accent-ink">
                        <Trans>Compare with your other products</Trans>
                      </span>
                    </Link>
                  </li>
                </List>
              </Section>
            )}
          </>
        )}
      </PullToRefresh>
    </Screen>
  )
}
