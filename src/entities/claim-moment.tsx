import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isStill } from '../lib/still.ts'
import { vibrate } from '../lib/vibration.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { useAmountsHidden } from '../ui/hidden-amount.tsx'
import { RollingMoney } from '../ui/rolling-money.tsx'

/** Claims whose amount has rolled up: another page that shows the same one lets it stand. */
const seen = new Set<string>()

interface ClaimMomentProps {
  /** A confirmed claim; `amount` in minor units, the optional fields absent where an older server answered. */
  claim: {
    id: string
    amount: number
    currency: string
    machines?: number | undefined
    billId?: string | undefined
  }
  /** It was confirmed while the member looked on. */
  isFresh: boolean
  /** Whether to say of how many machines it was. */
  hasMachines?: boolean
}

/** What a confirmed claim brought; it leads to what it was made of. */
export function ClaimMoment({ claim, isFresh, hasMachines = false }: ClaimMomentProps) {
  const { id, currency, machines, billId } = claim
  const [rolls] = useState(() => isFresh && !seen.has(id))
  useEffect(() => {
    if (!rolls || seen.has(id)) return
    seen.add(id)
    if (!isStill()) vibrate([15, 50, 30])
  }, [rolls, id])
  const isHidden = useAmountsHidden()
  const amount = isHidden ? (
    <Money value={claim.amount} currency={currency} />
  ) : (
    <RollingMoney value={claim.amount} currency={currency} rolls={rolls} />
  )
  return (
    <Link
      to="/pages/my/historyList"
      search={{ wallet: 'income', ...(billId !== undefined && { selected: billId }) }}
      className="flex min-h-11 max-w-full items-center gap-2 rounded-md bg-positive-soft px-3 py-1.5 text-positive"
    >
      <Icon name="cloud-done" size="small" />
      <span className="min-w-0">
        <span className="block font-strong">
          <Trans>{amount} claimed</Trans>
        </span>
        {hasMachines && machines !== undefined && (
          <span className="block text-small">
            <Plural value={machines} one="from # machine" other="from # machines" />
          </span>
        )}
      </span>
      <Icon name="chevron-right" size="tiny" className="ms-auto" />
    </Link>
  )
}
