import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { currencyList } from '#protocol/wallet.ts'
import { assetFigure, rateFigure } from '../../../lib/asset-amount.ts'
import { Card } from '../../../ui/card.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { SectionStates } from '../../../ui/section-states.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockBone, Skeleton } from '../../../ui/skeletons.tsx'
import { rates, worthIn } from '../queries.ts'
import { useWhen } from '../../../entities/use-when.ts'

type Quote = Answer<typeof currencyList>['items'][number]
interface Sum {
  amount: number
  currency: string
}

/** The value of an amount in another currency, with the source and date of the rate. */
export function TopUpWorth({ amount, currency, asset }: Sum & { asset: string }) {
  const query = useQuery(rates)
  return (
    <QueryStates
      query={query}
      skeleton={
        <Skeleton>
          <BlockBone shape="h-36 w-full" />
        </Skeleton>
      }
      isEmpty={(it) => it.items.length === 0}
    >
      {({ items }) => (
        <Worth sum={{ amount, currency }} asset={asset} quotes={items.filter((it) => it.code !== currency)} />
      )}
    </QueryStates>
  )
}

function Worth({ sum: { amount, currency }, asset, quotes }: { sum: Sum; asset: string; quotes: readonly Quote[] }) {
  const { t, i18n } = useLingui()
  const [code, choose] = useState(asset)
  const quote = quotes.find((it) => it.code === code) ?? quotes[0]
  const query = useQuery({ ...worthIn(amount, currency, quote?.code ?? asset), enabled: quote !== undefined })
  const whenOf = useWhen()
  if (!quote) return null
  return (
    <Card>
      <SelectField label={t`In another currency`} value={quote.code} onChange={(event) => choose(event.target.value)}>
        {quotes.map((it) => (
          <option key={it.code} value={it.code}>
            {it.code}, {it.name}
          </option>
        ))}
      </SelectField>
      <div aria-live="polite">
        <SectionStates
          // The figures lag behind what is chosen, whose name stands beside them.
          key={`${amount} ${currency} ${quote.code}`}
          query={query}
          skeleton={
            <Skeleton>
              <BlockBone shape="mt-3 h-18 w-full" />
            </Skeleton>
          }
        >
          {({ result, rate, publishedAt }) => {
            const when = whenOf(publishedAt)
            return (
              <>
                <p className="mt-3 text-title font-strong">
                  <span aria-hidden>≈ </span>
                  <bdi className="figures">
                    {assetFigure(result, quote.decimals, i18n.locale)} {quote.code}
                  </bdi>
                </p>
                <p className="text-small text-ink-soft">
                  <bdi className="figures">
                    1 {currency} = {rateFigure(rate, i18n.locale)} {quote.code}
                  </bdi>
                  .{' '}
                  <Trans>
                    The operator published this rate on {when}. The amount due is fixed when you start the top-up.
                  </Trans>
                </p>
              </>
            )
          }}
        </SectionStates>
      </div>
    </Card>
  )
}
