import { Trans } from '@lingui/react/macro'
import { takesWithdrawals, type BankCard } from '#protocol/cards.ts'
import { BankCardState } from '../../entities/bank-card-state.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSchemeName } from './use-scheme-name.ts'

/** A card as it looks in the hand: bank, last digits, holder, kind. It has no colour while it takes no withdrawals. */
export function CardFace({ card: { bankName, numberMasked, holderName, typeCode, status } }: { card: BankCard }) {
  const scheme = useSchemeName()(typeCode)
  return (
    <div
      className={classNames(
        'flex min-h-48 flex-col justify-between gap-4 rounded-xl p-5 shadow-card',
        takesWithdrawals({ status }) ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 text-title font-strong wrap-anywhere">{bankName}</p>
        <BankCardState status={status} />
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <Icon name="card" size="large" />
        <bdi className="figures text-title tracking-widest" dir="ltr">
          {numberMasked}
        </bdi>
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="block text-small">
            <Trans>Holder</Trans>
          </span>
          <span className="block font-strong wrap-anywhere">{holderName}</span>
        </p>
        {scheme && <p className="font-strong">{scheme}</p>}
      </div>
    </div>
  )
}
