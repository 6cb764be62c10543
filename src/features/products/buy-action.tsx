import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductDetail } from '#protocol/products.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { BlockedAction } from '../../entities/blocked-action.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { LevelNeeded } from '../../entities/level-needed.tsx'
import { shownKind } from '../../entities/product-path.ts'
import { profile } from '../../entities/profile.ts'

/** The buy button, or the reason why there is none. The server checks all of it again. */
export function BuyAction({ product }: { product: ProductDetail }) {
  const isMember = useSignedIn() !== undefined
  const level = useQuery({ ...profile, enabled: isMember }).data?.userLevel.level
  const { id, kind, price, currency, stock, levelNeeded, purchaseLimit, held } = product
  if (product.isOnOffer === false)
    return (
      <BlockedAction
        button={<Trans>Not for sale</Trans>}
        why={
          product.closed ? (
            <Trans>This machine was closed for good.</Trans>
          ) : (
            <Trans>The operator isn't selling units of this machine now. Units you own go on earning.</Trans>
          )
        }
      />
    )
  if (stock === 0)
    return (
      <BlockedAction
        button={<Trans>Sold out</Trans>}
        why={<Trans>All units of this machine are owned by members.</Trans>}
      />
    )
  if (!isMember)
    return (
      <Offer price={price} currency={currency}>
        <Link to="/pages/auth/login" className={buttonClass({ wide: true })}>
          <Trans>Log in to buy</Trans>
        </Link>
      </Offer>
    )
  if (level !== undefined && level < levelNeeded)
    return <LevelNeeded needed={levelNeeded} own={level} currency={currency} />
  if (purchaseLimit > 0 && held >= purchaseLimit)
    return (
      <BlockedAction
        button={<Trans>Limit reached</Trans>}
        why={
          <Trans>
            <Plural value={held} _0="You have none yet." one="You have # unit." other="You have # units." /> Each member
            can have {purchaseLimit}.
          </Trans>
        }
      />
    )
  return (
    <Offer price={price} currency={currency}>
      <Link
        to="/subPages/product/createOrder"
        search={{ id, kind: shownKind(kind) }}
        className={buttonClass({ wide: true })}
      >
        <Trans>Buy</Trans>
      </Link>
    </Offer>
  )
}

function Offer({ price, currency, children }: { price: number; currency: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="shrink-0">
        <span className="block text-small text-ink-soft">
          <Trans>One unit</Trans>
        </span>
        <Money isOpen value={price} currency={currency} size="title" />
      </p>
      <div className="flex-1 basis-[8rem]">{children}</div>
    </div>
  )
}
