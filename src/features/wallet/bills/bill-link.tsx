import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Bill, BillKind } from '#protocol/wallet.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { isBillKind } from './bill-words.ts'

/** A link to the order, the unit, the withdrawal or the draw behind a movement. */
export function BillLink({
  bill: { kind, amount, orderId, unitId, withdrawalId, pointsOrderId, drawId },
}: {
  bill: Bill
}) {
  const children = amount < 0 ? <Trans>See where it went</Trans> : <Trans>See where it came from</Trans>
  const className = buttonClass({ wide: true })
  if (unitId !== null)
    return (
      <Link to="/subPages/product/myProductDetail" search={{ id: unitId }} className={className}>
        {children}
      </Link>
    )
  if (orderId !== null)
    return (
      <Link to="/pages/my/productOrderList" search={{ order: orderId }} className={className}>
        {children}
      </Link>
    )
  if (withdrawalId !== undefined)
    return (
      <Link to="/subPages/withdraw/index" search={{ id: withdrawalId }} className={className}>
        {children}
      </Link>
    )
  if (pointsOrderId !== undefined)
    return (
      <Link to="/subPages/pointsmall/orderList" search={{ order: pointsOrderId }} className={className}>
        {children}
      </Link>
    )
  if (drawId !== undefined)
    return (
      <Link to="/subPages/box/check" search={{ id: drawId }} className={className}>
        {children}
      </Link>
    )
  const to = pageBehind(kind)
  return (
    to && (
      <Link to={to} className={className}>
        {children}
      </Link>
    )
  )
}

export function hasSource({ kind, orderId, unitId, withdrawalId, pointsOrderId, drawId }: Bill): boolean {
  return (
    unitId !== null ||
    orderId !== null ||
    withdrawalId !== undefined ||
    pointsOrderId !== undefined ||
    drawId !== undefined ||
    kind in places
  )
}

/** The page behind the movements of a kind that concern no single order or unit. */
export function pageBehind(kind: Bill['kind']): LinkProps['to'] {
  return isBillKind(kind) ? places[kind] : undefined
}

const places: Partial<Record<BillKind, NonNullable<LinkProps['to']>>> = {
  // The income of one unit names the unit.
  income: '/subPages/product/myProduct',
  income_claim: '/subPages/product/myProduct',
  sign_reward: '/pages/my/checkIn',
  quiz_reward: '/pages/my/answer',
  invite_reward: '/pages/my/inviteGift',
  level_bonus: '/pages/my/equity',
  // The prize of a draw names the draw.
  prize: '/subPages/jackpot/index2',
}
