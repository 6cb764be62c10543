import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderDraft } from '#protocol/orders.ts'
import { CouponTerms } from '../../entities/coupon-terms.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { couponsFor } from './queries.ts'
import { useDate } from '../../entities/use-when.ts'

interface CouponChoiceProps {
  draft: OrderDraft
  /** A coupon's id, or null for none. */
  onChoose: (couponId: string | null) => void
}

/** The discount of the chosen coupon, and the sheet in which another coupon is chosen. */
export function CouponChoice({
  draft: { productId, quantity, coupons, couponId, coupon, currency },
  onChoose,
}: CouponChoiceProps) {
  const { t } = useLingui()
  const dateOf = useDate()
  const [isOpen, setOpen] = useState(false)
  // The draft says how much each coupon saves. Its terms are fetched only when the sheet opens.
  const terms = useQuery({ ...couponsFor(productId, quantity), enabled: isOpen }).data?.items ?? []
  if (coupons.length === 0)
    return (
      <span className="text-ink-soft">
        <Trans>None you can use here</Trans>
      </span>
    )
  const choose = (id: string | null) => {
    setOpen(false)
    onChoose(id)
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-my-2.5 -me-2 inline-flex min-h-11 items-center gap-1 rounded-md px-2 font-strong text-accent-ink hover:bg-accent-soft"
      >
        {couponId === null ? <Trans>Choose</Trans> : <Money isOpen value={-coupon} currency={currency} />}
        <Icon name="chevron-right" size="tiny" />
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={<Trans>Coupon</Trans>}>
        <List label={t`Coupon`}>
          {coupons.map((it) => (
            <li key={it.id}>
              <button
                type="button"
                aria-pressed={it.id === couponId}
                onClick={() => choose(it.id)}
                className={rowLinkClass}
              >
                <ListRow
                  start="ticket"
                  title={it.name}
                  detail={
                    <>
                      {terms
                        .filter((term) => term.id === it.id)
                        .map((term) => (
                          <CouponTerms key={term.id} coupon={term} />
                        ))}
                      <Trans>Until {dateOf(it.expiresAt)}</Trans>
                    </>
                  }
                  end={<Money isOpen value={-it.saves} currency={currency} />}
                  endDetail={it.id === couponId && <Chosen />}
                />
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-pressed={couponId === null}
              onClick={() => choose(null)}
              className={rowLinkClass}
            >
              <ListRow start="close" title={<Trans>No coupon</Trans>} endDetail={couponId === null && <Chosen />} />
            </button>
          </li>
        </List>
      </Sheet>
    </>
  )
}

function Chosen() {
  return (
    <span className="inline-flex items-center gap-1 text-accent-ink">
      <Icon name="check" size="tiny" />
      <Trans>Chosen</Trans>
    </span>
  )
}
