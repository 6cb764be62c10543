import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { takesWithdrawals, type BankCard } from '#protocol/cards.ts'
import { BankCardState } from '../../../entities/bank-card-state.tsx'
import { useBankCardWords } from '../../../entities/bank-card-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { RadioRows } from '../../../ui/radio-rows.tsx'

interface CardChoiceProps {
  cards: readonly BankCard[]
  value: string | undefined
  onChange: (id: string) => void
  /** True once the button was pressed: a missing card is then a validation error. */
  isTried: boolean
}

/** Chooses the card. Cards that accept no withdrawals now are listed with the reason. */
export function CardChoice({ cards, value, onChange, isTried }: CardChoiceProps) {
  const { t } = useLingui()
  const words = useBankCardWords()
  const hasActive = cards.some(takesWithdrawals)
  return (
    <>
      {!hasActive && (
        <Banner
          tone={isTried ? 'danger' : 'accent'}
          icon="card"
          action={
            <Link
              data-error={isTried || undefined}
              to={cards.length === 0 ? '/subPages/card/addCard' : '/subPages/card/list'}
              className={buttonClass({ look: 'quiet', size: 'small' })}
            >
              {cards.length === 0 ? <Trans>Add card</Trans> : <Trans>See my cards</Trans>}
            </Link>
          }
        >
          {cards.length === 0 ? (
            <Trans>Add a bank card first. That's where your money goes.</Trans>
          ) : (
            <Trans>None of your cards can take withdrawals now.</Trans>
          )}
        </Banner>
      )}
      {cards.length > 0 && (
        <RadioRows
          label={t`To card`}
          value={value}
          onChange={onChange}
          rows={cards.map(({ id, bankName, numberMasked, status }) => ({
            value: id,
            title: bankName,
            disabled: !takesWithdrawals({ status }),
            detail: (
              <>
                <bdi className="figures" dir="ltr">
                  {numberMasked}
                </bdi>
                {status !== 'active' && (
                  <>
                    <span className="my-1 flex">
                      <BankCardState status={status} />
                    </span>
                    <span className="block">{words[status].meaning}</span>
                  </>
                )}
              </>
            ),
          }))}
        />
      )}
    </>
  )
}
