import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import { exchange, type exchangeRule } from '#protocol/wallet.ts'
import { formatMoney } from '../../../lib/money.ts'
import { useOwnMoney } from '../../../ui/own-money.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand, type CommandHook } from '../../../outbox/use-command.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { Moved } from '../moved.tsx'
import { exchangeRules } from '../queries.ts'
import { PaysDebtFirst } from '../../../entities/pays-debt-first.tsx'
import { balances } from '../../../entities/balances.ts'
import { useNewestBalance } from '../../../entities/newest-balance.ts'
import { useAgeText } from '../../../ui/age.tsx'
import { UnknownOutcome } from '../unknown-outcome.tsx'

type Way = Answer<typeof exchangeRule>['ways'][number]

/** Moves money from the income wallet to the recharge wallet, one to one: the amount, and both balances afterwards. */
export function ExchangeForm({ onDone, onApplied }: { onDone: () => void; onApplied: () => void }) {
  const rules = useQuery(exchangeRules)
  const command = useCommand(exchange, {
    // After a rejection the balance is stale: another tab or device has spent money meanwhile.
    onOutcome: ({ kind }) => {
      if (kind === 'applied') onApplied()
      if (kind === 'rejected') void rules.refetch()
    },
  })
  const { outcome, unknown, isChecking, check } = command
  if (outcome?.kind === 'applied') {
    const { amount, currency, income, recharge, paidDebt } = outcome.answer
    return (
      <Moved
        title={
          <Trans>
            <Money value={amount} currency={currency} /> moved to your recharge wallet
          </Trans>
        }
        onDone={onDone}
      >
        <After income={income} recharge={recharge} paidDebt={paidDebt} currency={currency} />
      </Moved>
    )
  }
  if (unknown) {
    const currency = rules.data?.ways[0]?.currency ?? 'USD'
    const amount = <Money value={Number(unknown.args['amount'])} currency={currency} />
    return (
      <UnknownOutcome onCheck={() => void check()} isChecking={isChecking}>
        <Trans>You were moving {amount} from your income wallet to your recharge wallet.</Trans>
      </UnknownOutcome>
    )
  }
  return (
    <QueryStates
      query={rules}
      isEmpty={({ ways }) => ways.length === 0}
      empty={
        <p className="text-ink-soft">
          <Trans>You can't move money right now.</Trans>
        </p>
      }
    >
      {({ ways: [way] }) => way && <Fields way={way} at={rules.dataUpdatedAt} command={command} />}
    </QueryStates>
  )
}

function Fields({
  way,
  at,
  command: { isBusy, isReady, outcome, run, sheet },
}: {
  way: Way
  /** When the way's balance was true, in milliseconds. */
  at: number
  command: CommandHook<typeof exchange>
}) {
  const { t, i18n } = useLingui()
  const ownMoney = useOwnMoney()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const { recharge, owed } = useQuery(balances).data ?? {}
  const [amount, setAmount] = useState<number>()
  const { currency, minimum, from, to } = way
  const newest = useNewestBalance('income', { balance: way.balance, at })
  const balance = newest?.balance ?? way.balance
  const age = useAgeText(newest?.at ?? at)
  const most = ownMoney(balance, currency)
  const least = formatMoney(minimum, currency, i18n.locale)
  const error =
    amount === undefined
      ? undefined
      : amount > balance && isOnline
        ? t`The income wallet has ${most}.`
        : amount < minimum
          ? t`You can move ${least} or more.`
          : undefined
  const canGo = amount !== undefined && error === undefined && isOnline
  const paidDebt = Math.min(amount ?? 0, owed?.recharge ?? 0)
  const text = amount === undefined ? '' : formatMoney(amount, currency, i18n.locale)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (canGo) void run({ from, to, amount })
      }}
    >
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <AmountField
            label={t`Amount`}
            hint={`${t`The income wallet has ${most}.`}${isOnline ? '' : ` ${age}.`}`}
            error={error}
            currency={currency}
            value={amount}
            onChange={setAmount}
          />
        </div>
        {balance >= minimum && balance !== amount && (
          <Button look="plain" size="small" onClick={() => setAmount(balance)}>
            <Trans>Move all</Trans>
          </Button>
        )}
      </div>
      {canGo && amount <= balance && recharge !== undefined && (
        <Card>
          <After
            income={balance - amount}
            recharge={recharge + amount - paidDebt}
            paidDebt={paidDebt}
            currency={currency}
            projected
          />
        </Card>
      )}
      <p className="text-small text-ink-soft">
        <Trans>
          One to one, and free. You can buy units and open deposits with money in the recharge wallet. You can't
          withdraw it or move it back to the income wallet.
        </Trans>
      </p>
      <PaysDebtFirst wallet="recharge" />
      {!isOnline && (
        <Banner icon="offline">
          <Trans>You need a connection to move money. Nothing moves until then.</Trans>
        </Banner>
      )}
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)} <Trans>Nothing was moved.</Trans>
        </Banner>
      )}
      <Button type="submit" wide busy={isBusy} disabled={!canGo || !isReady}>
        {canGo ? <Trans>Move {text} to recharge wallet</Trans> : <Trans>Move to recharge</Trans>}
      </Button>
      <CommandSheet {...sheet} />
    </form>
  )
}

/** Both balances afterwards: the server's, or the calculated ones before it has answered. */
function After({
  income,
  recharge,
  paidDebt = 0,
  currency,
  projected = false,
}: {
  income: number
  recharge: number
  /** How much of what is moved pays what the member owes to the recharge wallet. */
  paidDebt?: number | undefined
  currency: string
  projected?: boolean
}) {
  return (
    <Facts>
      <Fact name={projected ? <Trans>Income wallet afterwards</Trans> : <Trans>Income wallet</Trans>}>
        <Money value={income} currency={currency} projected={projected} />
      </Fact>
      {paidDebt > 0 && (
        <Fact name={projected ? <Trans>Pays what you owe</Trans> : <Trans>Paid what you owed</Trans>}>
          <Money value={paidDebt} currency={currency} projected={projected} />
        </Fact>
      )}
      <Fact name={projected ? <Trans>Recharge wallet afterwards</Trans> : <Trans>Recharge wallet</Trans>}>
        <Money value={recharge} currency={currency} projected={projected} />
      </Fact>
    </Facts>
  )
}
