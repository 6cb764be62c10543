import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Art } from '../../ui/art.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Donut, type Slice } from '../../ui/donut.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import type { StatisticsSearch } from './search.ts'
import type { Earnings } from './within.ts'

type Product = Earnings['products'][number]

const slicesAtMost = 5

/** Which product brought how much: as shares of the whole, and as a ranking that leads to each product's income. */
export function ProductShares({
  earnings: { products, currency, total },
  range,
  kind,
}: { earnings: Earnings } & Pick<StatisticsSearch, 'range' | 'kind'>) {
  const { t } = useLingui()
  if (products.length === 0) return <NoIncome />
  return (
    <Section title={<Trans>By product</Trans>}>
      <Card>
        <Donut
          slices={slicesOf(products, t`All others`).map((it) => ({
            ...it,
            text: <Money value={it.value} currency={currency} />,
          }))}
        >
          <Money value={total} currency={currency} />
        </Donut>
      </Card>
      <List label={t`By product`}>
        {products.map((it) => (
          <li key={it.productId}>
            <Link
              to="/subPages/statistics/productIncome"
              search={{ id: it.productId, range, kind }}
              className={rowLinkClass}
            >
              <ProductRow product={it} currency={currency} />
            </Link>
          </li>
        ))}
      </List>
    </Section>
  )
}

/** A product with what it paid. */
export function ProductRow({
  product: { name, art, picture, units, amount },
  currency,
}: {
  product: Product
  currency: string
}) {
  return (
    <ListRow
      leads
      start={<Art name={art} product={name} picture={picture} size="thumb" />}
      title={name}
      detail={<Plural value={units} _0="None earns now" one="# unit earns now" other="# units earn now" />}
      end={<Money value={amount} currency={currency} />}
    />
  )
}

/** The largest products; the rest as one slice. */
function slicesOf(products: readonly Product[], others: string): Omit<Slice, 'text'>[] {
  const all = products.map((it) => ({ key: it.productId, label: it.name, value: it.amount }))
  if (all.length <= slicesAtMost) return all
  const rest = all.slice(slicesAtMost - 1).reduce((sum, it) => sum + it.value, 0)
  return [...all.slice(0, slicesAtMost - 1), { key: 'others', label: others, value: rest }]
}

function NoIncome() {
  return (
    <EmptyState
      art="no-products"
      title={<Trans>Nothing was paid in this period</Trans>}
      action={
        <Link to="/subPages/product/myProduct" className={buttonClass({ look: 'quiet' })}>
          <Trans>My products</Trans>
        </Link>
      }
    >
      <Trans>
        A machine's revenue is paid out after its day or hour has ended, or at the end of the term that you bought.
      </Trans>
    </EmptyState>
  )
}
