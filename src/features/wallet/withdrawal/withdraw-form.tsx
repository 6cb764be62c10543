import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '#protocol/call.ts'
import type { bindCardList } from '#protocol/cards.ts'
import type { withdrawInfo } from '#protocol/wallet.ts'
import { balances } from '../../../entities/balances.ts'
import { useOpenClaim } from '../../../outbox/open-claim.ts'
import { Age } from '../../../ui/age.tsx'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import type { Calculation } from './calculation.ts'
import { CardChoice } from './card-choice.tsx'
import { LiveLines } from './live-lines.tsx'
import { PartStates } from './part-states.tsx'
import { capitalCheck } from '../queries.ts'
import { useWithdrawalErrors } from './use-validation-errors.ts'
import { mostOf, type WithdrawalError } from './validation-error.ts'
import type { WithdrawalDraft } from './withdrawal-draft.ts'

interface WithdrawFormProps {
  info: Answer<typeof withdrawInfo>
  cardQuery: UseQueryResult<Answer<typeof bindCardList>>
  amount: number | undefined
  cardId: string | undefined
  onChange: (change: WithdrawalDraft) => void
  validationError: WithdrawalError | undefined
  /** What the last known figures say against the amount, while nobody can be asked for fresh ones. */
  advice: WithdrawalError | undefined
  /** When the balance in `info` was true, in milliseconds, where that is later than the rest of the page. */
  balanceAt: number | undefined
  /** True once the button was pressed: missing values are then validation errors. */
  isTried: boolean
  calculation: Calculation
  onAskAgain: () => void
}

/** The amount and the card of a withdrawal (specification 5: an amount, and a card that is bound). */
export function WithdrawForm({
  info,
  cardQuery,
  amount,
  cardId,
  onChange,
  validationError,
  advice,
  balanceAt,
  isTried,
  calculation,
  onAskAgain,
}: WithdrawFormProps) {
  const { t } = useLingui()
  const say = useWithdrawalErrors()
  const isOnline = useOnline()
  const isHeld = useQuery(capitalCheck).data?.clear === false
  const most = mostOf(info)
  const { currency, balance, minimum, leftToday } = info
  return (
    <div className="flex flex-col gap-6">
      {!isOnline && (
        <Banner tone="warning" icon="offline">
          <Trans>
            You need a connection to withdraw: the fee and what you receive are worked out at that moment. Your amount
            and card are saved on this device, and you'll see the current figures before you confirm.
          </Trans>
        </Banner>
      )}
      {isHeld && (
        <Banner tone="warning" icon="warning">
          <Trans>The server says you can't withdraw yet.</Trans>
        </Banner>
      )}
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <AmountField
            label={t`Amount`}
            currency={currency}
            value={amount}
            onChange={(next) => onChange({ amount: next })}
            error={validationError && (validationError !== 'amountMissing' || isTried) && say(validationError, info)}
            hint={
              <>
                {advice ? (
                  say(advice, info)
                ) : (
                  <Trans>
                    Income wallet: <Money value={balance} currency={currency} />. At least{' '}
                    <Money isOpen value={minimum} currency={currency} />, today up to{' '}
                    <Money isOpen value={leftToday} currency={currency} />.
                  </Trans>
                )}{' '}
                {!isOnline && balanceAt !== undefined && <Age at={balanceAt} />}
              </>
            }
          />
        </div>
        {most !== undefined && most !== amount && (
          <Button look="plain" size="small" onClick={() => onChange({ amount: most })}>
            <Trans>
              Withdraw all: <Money value={most} currency={currency} />
            </Trans>
          </Button>
        )}
        {balance < minimum && <Claimable />}
      </div>
      <Section title={<Trans>To card</Trans>}>
        <PartStates query={cardQuery}>
          {({ items }) => (
            <CardChoice cards={items} value={cardId} onChange={(id) => onChange({ cardId: id })} isTried={isTried} />
          )}
        </PartStates>
      </Section>
      <LiveLines calculation={calculation} onAskAgain={onAskAgain} />
    </div>
  )
}

/** Income is withdrawn only once it is claimed: without enough in the wallet, this leads to where one claims it. */
function Claimable() {
  const { pendingIncome = 0, currency = '' } = useQuery(balances).data ?? {}
  const isBeingClaimed = useOpenClaim() !== undefined
  if (pendingIncome === 0 || isBeingClaimed) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small">
      <span>
        <Trans>Ready to claim</Trans> <Money value={pendingIncome} currency={currency} />
      </span>
      <Link
        to="/pages/my/historyList"
        search={{ wallet: 'income' }}
        className="inline-flex min-h-11 items-center font-strong text-accent-ink underline"
      >
        <Trans>Go and claim</Trans>
      </Link>
    </p>
  )
}
