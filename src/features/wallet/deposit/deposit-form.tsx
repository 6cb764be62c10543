import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import { interestOf } from '#protocol/deposit-rules.ts'
import { depositOpen, type depositOffers } from '#protocol/deposits.ts'
import { formatMoney } from '../../../lib/money.ts'
import { useOwnMoney } from '../../../ui/own-money.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand, type CommandHook } from '../../../outbox/use-command.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Segments } from '../../../ui/choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { RadioRows } from '../../../ui/radio-rows.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { useWalletNames } from '../account-words.ts'
import { DepositPreview } from './deposit-preview.tsx'
import { DepositFacts } from './deposit-row.tsx'
import { Moved } from '../moved.tsx'
import { depositTerms } from '../queries.ts'
import { useNewestBalance } from '../../../entities/newest-balance.ts'
import { useAgeText } from '../../../ui/age.tsx'
import { UnknownOutcome } from '../unknown-outcome.tsx'
import { usePercent } from '../../../entities/use-percent.ts'

type Offer = Answer<typeof depositOffers>['items'][number]

/**
 * Opens a time deposit: a term on offer, an amount, the source wallet, and the interest before the button is pressed.
 */
export function DepositForm({ onDone, onApplied }: { onDone: () => void; onApplied: () => void }) {
  const offers = useQuery(depositTerms)
  const command = useCommand(depositOpen, {
    onOutcome: ({ kind }) => {
      if (kind === 'applied') onApplied()
    },
  })
  const { outcome, unknown, isChecking, check } = command
  if (outcome?.kind === 'applied')
    return (
      <Moved title={<Trans>Set aside for the term</Trans>} onDone={onDone}>
        <DepositFacts deposit={outcome.answer} />
      </Moved>
    )
  if (unknown) {
    const currency = offers.data?.items[0]?.currency ?? 'USD'
    const amount = <Money value={Number(unknown.args['amount'])} currency={currency} />
    return (
      <UnknownOutcome onCheck={() => void check()} isChecking={isChecking}>
        <Trans>You were depositing {amount}.</Trans>
      </UnknownOutcome>
    )
  }
  return (
    <QueryStates query={offers} isEmpty={({ items }) => items.length === 0} empty={<NoOffer />}>
      {({ items }) => <Fields offers={items} command={command} onStale={() => void offers.refetch()} />}
    </QueryStates>
  )
}

/** No term is on offer: interest isn't promised before there is money for it. */
function NoOffer() {
  return (
    <EmptyState art="no-income" title={<Trans>No deposits on offer right now</Trans>}>
      <Trans>
        Interest comes only from money the operator set aside beforehand. No term is on offer now, or that reserve is
        used up, so you can't open a deposit. Open deposits are still paid: their interest was set aside when they were
        opened.
      </Trans>
    </EmptyState>
  )
}

function Fields({
  offers,
  command: { isBusy, isReady, outcome, run, sheet },
  onStale,
}: {
  offers: readonly Offer[]
  command: CommandHook<typeof depositOpen>
  onStale: () => void
}) {
  const { t, i18n } = useLingui()
  const ownMoney = useOwnMoney()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const percent = usePercent()
  const names = useWalletNames()
  const [termId, setTermId] = useState(offers[0]?.id)
  const [from, setFrom] = useState<'recharge' | 'income'>('recharge')
  const [amount, setAmount] = useState<number>()
  const known = useNewestBalance(from)
  const age = useAgeText(known?.at ?? 0)
  const offer = offers.find((it) => it.id === termId) ?? offers[0]
  if (!offer) return <NoOffer />
  const { currency, minimum, mostNow, days, rateBp } = offer
  const money = (minor: number) => formatMoney(minor, currency, i18n.locale)
  const has = known?.balance ?? 0
  const [least, most, balance] = [money(minimum), money(mostNow), ownMoney(has, currency)]
  const interest = amount === undefined ? 0 : interestOf(amount, offer)
  const error =
    amount === undefined
      ? undefined
      : amount < minimum
        ? t`The smallest deposit is ${least}.`
        : amount > mostNow
          ? t`For this term you can deposit at most ${most} now.`
          : amount > has && isOnline && known !== undefined
            ? t`This wallet has ${balance}.`
            : interest === 0
              ? t`This is too little to earn any interest.`
              : undefined
  const canGo = amount !== undefined && error === undefined && isOnline
  const text = amount === undefined ? '' : money(amount)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (canGo)
          void run({ termId: offer.id, amount, from, expectedInterest: interest, expectedTerms: { days, rateBp } })
      }}
    >
      <RadioRows
        label={t`Term`}
        value={offer.id}
        onChange={setTermId}
        rows={offers.map((it) => ({
          value: it.id,
          title: t`${plural(it.days, { one: '# day', other: '# days' })}`,
          detail: (
            <Trans>
              at most <Money isOpen value={it.mostNow} currency={it.currency} /> now
            </Trans>
          ),
          end: (
            <span className="figures font-strong">
              <Trans>{percent(it.rateBp)} a year</Trans>
            </span>
          ),
        }))}
      />
      <div className="flex flex-col gap-1.5">
        <Segments
          label={t`From`}
          value={from}
          onChange={setFrom}
          options={[
            { value: 'recharge', text: names.recharge },
            { value: 'income', text: names.income },
          ]}
        />
      </div>
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <AmountField
            label={t`Amount`}
            hint={known && `${t`This wallet has ${balance}.`}${isOnline ? '' : ` ${age}.`}`}
            error={error}
            currency={currency}
            value={amount}
            onChange={setAmount}
          />
        </div>
        {has >= minimum && has <= mostNow && has !== amount && (
          <Button look="plain" size="small" onClick={() => setAmount(has)}>
            <Trans>Deposit all</Trans>
          </Button>
        )}
      </div>
      {amount !== undefined && error === undefined && (
        <Card>
          <DepositPreview offer={offer} amount={amount} from={from} />
        </Card>
      )}
      {!isOnline && (
        <Banner icon="offline">
          <Trans>You need a connection to open a deposit. Nothing moves until then.</Trans>
        </Banner>
      )}
      {outcome?.kind === 'rejected' && (
        <Banner
          tone="danger"
          icon="warning"
          action={
            <Button look="plain" size="small" onClick={onStale}>
              <Trans>Current offers</Trans>
            </Button>
          }
        >
          {reason(outcome.error)} <Trans>Nothing was moved.</Trans>
        </Banner>
      )}
      <Button type="submit" wide busy={isBusy} disabled={!canGo || !isReady}>
        {canGo ? (
          <Trans>
            Deposit {text} for <Plural value={days} one="# day" other="# days" />
          </Trans>
        ) : (
          <Trans>Deposit</Trans>
        )}
      </Button>
      <CommandSheet {...sheet} />
    </form>
  )
}
