import { Plural, Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import type { OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import { isStill } from '../../lib/still.ts'
import { ArticleLink } from '../../entities/article-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { riskPoints } from './risk-points.tsx'
import { useReadPoints } from './use-read-points.ts'
import type { Wallet } from './wallet-choice.tsx'

interface RiskSheetProps {
  draft: OrderDraft
  product: ProductDetail
  wallet: Wallet
  isPaying: boolean
  /** True while the server prices another choice than the one that is shown. */
  isSettling: boolean
  isOpen: boolean
  onClose: () => void
  onPay: () => void
}

/** The risks. The pay button works only after all of them were in sight. */
export function RiskSheet({ isOpen, onClose, ...rest }: RiskSheetProps) {
  return isOpen ? <OpenRiskSheet {...rest} onClose={onClose} /> : null
}

function OpenRiskSheet({
  draft,
  product,
  wallet,
  isPaying,
  isSettling,
  onClose,
  onPay,
}: Omit<RiskSheetProps, 'isOpen'>) {
  const points = riskPoints(draft, product)
  const { watch, isRead } = useReadPoints()
  const list = useRef<HTMLUListElement>(null)
  const left = points.filter((it) => !isRead(it.key)).length
  const readOn = () => {
    const next = list.current?.querySelector('[data-unread]')
    const content = list.current?.parentElement
    if (!next || !content) return
    // Not scrollIntoView: it would scroll the page behind the sheet too.
    const top = next.getBoundingClientRect().bottom - content.getBoundingClientRect().bottom
    content.scrollBy({ top, behavior: isStill() ? 'auto' : 'smooth' })
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Before you pay</Trans>}
      footer={
        <div className="flex flex-col gap-2">
          {left > 0 && (
            <Button look="quiet" size="small" icon="chevron-down" onClick={readOn}>
              <Plural value={left} one="Keep reading, # point left" other="Keep reading, # points left" />
            </Button>
          )}
          <Button wide busy={isPaying} disabled={left > 0 || isSettling} onClick={onPay}>
            <PayWords draft={draft} wallet={wallet} />
          </Button>
        </div>
      }
    >
      <ul ref={list} className="flex flex-col gap-5 pt-2">
        {points.map((it) => (
          <li key={it.key} data-unread={isRead(it.key) ? undefined : ''} className="flex gap-4">
            <IconDisc name={it.icon} />
            <div className="min-w-0 flex-1">
              <h3 className="font-strong">
                {it.title}
                {isRead(it.key) && <Icon name="check" size="tiny" className="ms-2 inline text-positive" />}
              </h3>
              <p className="text-pretty text-ink-soft">{it.text}</p>
              <span ref={watch(it.key)} className="block h-px" />
            </div>
          </li>
        ))}
      </ul>
      <p className="pt-2">
        <ArticleLink id="risks" isAlone>
          <Trans>Read more about the risks</Trans>
        </ArticleLink>
      </p>
    </Sheet>
  )
}

/** The text of the pay button: the amount and the wallet. */
export function PayWords({ draft: { actualPayment, currency }, wallet }: { draft: OrderDraft; wallet: Wallet }) {
  const amount = <Money isOpen value={actualPayment} currency={currency} />
  return wallet === 'recharge' ? (
    <Trans>Pay {amount} from recharge wallet</Trans>
  ) : (
    <Trans>Pay {amount} from income wallet</Trans>
  )
}
