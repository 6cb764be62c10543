import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProductDetail } from '#protocol/products.ts'
import { useTimeAgo } from '../../entities/use-time-ago.ts'
import { distanceKm } from '../../lib/distance.ts'
import { Fact } from '../../ui/facts.tsx'
import { numberFormat } from '../../lib/intl.ts'
import { placesOnOffer } from './queries.ts'

/** Where a vehicle is now, from the place of its offer. Renders nothing for piles, and while unknown. */
export function OfferNow({ product: { id, kind, position } }: { product: ProductDetail }) {
  const { i18n } = useLingui()
  const timeAgo = useTimeAgo()
  const { data } = useQuery({ ...placesOnOffer, enabled: kind === 'vehicle' && position !== null })
  const now = data?.items.find((it) => it.productId === id)
  if (!now || position === null) return null
  const when = timeAgo(now.reportedAt)
  // A place that is rounded to a kilometre has no finer distance.
  const away = Math.max(1, Math.round(distanceKm(position, now)))
  const km = numberFormat(i18n.locale, { style: 'unit', unit: 'kilometer' }).format(away)
  return (
    <Fact name={<Trans>Now</Trans>}>
      {now.exact ? (
        <Trans>At its base, {when}</Trans>
      ) : (
        <Trans>
          Within about {km} of its base, {when}
        </Trans>
      )}
    </Fact>
  )
}
