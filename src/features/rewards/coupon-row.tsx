import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Coupon } from '#protocol/wallet.ts'
import { ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { CouponTerms } from '../../entities/coupon-terms.tsx'
import { Percent } from '../../entities/product-words.tsx'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { useDate } from '../../entities/use-when.ts'

/** A coupon, which links to where it can be used, or to the order that used it. */
export function CouponRow({ coupon }: { coupon: Coupon }) {
  const { status, orderId } = coupon
  const isMallOff = useIsPageOff('/pages/index/index')
  if (status === 0 && !isMallOff)
    return (
      <Link to="/pages/index/index" className={rowLinkClass}>
        <CouponLine coupon={coupon} />
      </Link>
    )
  if (orderId !== null)
    return (
      <Link to="/pages/my/productOrderList" search={{ order: orderId }} className={rowLinkClass}>
        <CouponLine coupon={coupon} />
      </Link>
    )
  return <CouponLine coupon={coupon} />
}

/** The coupon's discount, its minimum price, the most that it takes off, and its last day. */
function CouponLine({ coupon }: { coupon: Coupon }) {
  const { type, name, value, currency, expiresAt, usedAt, status } = coupon
  const dateOf = useDate()
  return (
    <ListRow
      start="ticket"
      title={<span className="font-strong">{name}</span>}
      detail={
        <>
          <CouponTerms coupon={coupon} />
          <span className="block">
            {usedAt === null ? (
              status === 2 ? (
                <Trans>Expired {dateOf(expiresAt)}</Trans>
              ) : (
                <Trans>Until {dateOf(expiresAt)}</Trans>
              )
            ) : (
              <Trans>Used {dateOf(usedAt)}</Trans>
            )}
          </span>
        </>
      }
      end={
        <span className="text-title font-strong">
          {type === 1 ? <Percent bp={value} /> : <Money isOpen value={value} currency={currency} />}
        </span>
      }
      endDetail={<Trans>off</Trans>}
    />
  )
}
