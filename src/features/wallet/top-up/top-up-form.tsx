import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { rechargeGoods } from '#protocol/wallet.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useIsOff } from '../../../entities/use-is-off.ts'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { formatMoney } from '../../../lib/money.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { BelowLoading } from '../../../ui/below-loading.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/card.tsx'
import { FilterBar, Segments } from '../../../ui/choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { useFirstInvalid } from '../../../ui/use-first-invalid.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { LastTopUps } from './last-top-ups.tsx'
import { OpenTopUps } from './open-top-ups.tsx'
import { useRailName } from './rail-name.ts'
import { rechargeOffer } from '../queries.ts'
import { firstAmount } from './first-amount.ts'
import { PaysDebtFirst } from '../../../entities/pays-debt-first.tsx'
import { TopUpMeaning } from './top-up-meaning.tsx'
import { TopUpWorth } from './top-up-worth.tsx'
import { useOpening } from './use-opening.ts'

type Offer = Answer<typeof rechargeGoods>

interface TopUpFormProps {
  memberId: string
  /** What an order needs more than the wallet has, in minor units; NaN without one. */
  missing: number
}

/** The amount and the rail of a new top-up; the open top-ups; the recent ones. */
export function TopUpForm({ memberId, missing }: TopUpFormProps) {
  const client = useQueryClient()
  const query = useQuery(rechargeOffer)
  const isOff = useIsOff('topup')
  return (
    <Screen width="form">
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <OpenTopUps memberId={memberId} />
        {isOff ? (
          <Banner tone="accent" icon="info">
            <Trans>Topping up is turned off. The operator of this server chose this.</Trans>
          </Banner>
        ) : (
          <QueryStates query={query} isEmpty={(it) => it.rails.length === 0} empty={<NoRail />}>
            {(offer) => <AmountForm offer={offer} memberId={memberId} missing={missing} />}
          </QueryStates>
        )}
        <BelowLoading>
          <LastTopUps />
        </BelowLoading>
      </PullToRefresh>
    </Screen>
  )
}

const other = 'other'

function AmountForm({ offer, memberId, missing }: TopUpFormProps & { offer: Offer }) {
  const { t, i18n } = useLingui()
  const { currency, amounts, minimum, maximum, rails } = offer
  const first = firstAmount(offer, missing)
  const [chosen, choose] = useState(first === undefined || !amounts.includes(first) ? other : String(first))
  const [typed, type] = useState(chosen === other ? first : undefined)
  const [place, choosePlace] = useState('0')
  const rail = rails[Number(place)] ?? rails[0]
  const railName = useRailName()
  const isOnline = useOnline()
  const reason = useRejectionReason()
  const { run, outcome, unknown, check, isChecking, isBusy, isReady, sheet } = useOpening(memberId)
  const isOpened = outcome?.kind === 'applied'
  const [presses, press] = useState(0)
  const formRef = useFirstInvalid(presses)
  const money = (minor: number) => formatMoney(minor, currency, i18n.locale)
  const [least, most] = [money(minimum), money(maximum)]
  const amount = chosen === other ? typed : Number(chosen)
  const validationError =
    amount === undefined
      ? t`Enter an amount`
      : amount < minimum || amount > maximum
        ? t`From ${least} to ${most}`
        : undefined

  function submit() {
    press(presses + 1)
    if (rail && amount !== undefined && validationError === undefined && isOnline)
      void run({ amount, asset: rail.asset, network: rail.network })
  }

  return (
    <form
      ref={formRef}
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TopUpMeaning isDemo={rail?.demo === true} />
      <PaysDebtFirst wallet="recharge" />
      <Section title={<Trans>Amount</Trans>}>
        <FilterBar
          label={t`Amount`}
          value={chosen}
          onChange={choose}
          options={[
            ...amounts.map((it) => ({ value: String(it), text: money(it) })),
            { value: other, text: t`Another amount` },
          ]}
        />
        {chosen === other && (
          <AmountField
            label={t`Amount to top up`}
            hint={t`From ${least} to ${most}`}
            error={presses > 0 ? validationError : undefined}
            currency={currency}
            value={typed}
            onChange={type}
          />
        )}
      </Section>
      <Section title={<Trans>Network</Trans>}>
        {rails.length > 1 ? (
          <Segments
            label={t`Network`}
            value={place}
            onChange={choosePlace}
            options={rails.map((it, index) => ({ value: String(index), text: railName(it) }))}
          />
        ) : (
          rail && (
            <Card>
              <p className="font-strong wrap-anywhere">{railName(rail)}</p>
              <p className="text-small text-ink-soft">
                <Plural
                  value={rail.confirmations}
                  one="A transfer is final after # confirmation."
                  other="A transfer is final after # confirmations."
                />
              </p>
            </Card>
          )
        )}
      </Section>
      {rail && amount !== undefined && validationError === undefined && (
        <TopUpWorth key={rail.asset} amount={amount} currency={currency} asset={rail.asset} />
      )}
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="warning" icon="offline">
          <Trans>
            You need a connection to start a top-up: the rate and the address come from the server. Nothing is sent or
            charged until then.
          </Trans>
        </Banner>
      )}
      <Button type="submit" wide busy={isBusy || isOpened} disabled={!isOnline || !isReady || unknown !== undefined}>
        {validationError === undefined && amount !== undefined ? (
          <Trans>Top up {money(amount)}</Trans>
        ) : (
          <Trans>Top up</Trans>
        )}
      </Button>
      <CommandSheet {...sheet} />
    </form>
  )
}

function NoRail() {
  return (
    <EmptyState
      art="no-cards"
      title={<Trans>No way to top up yet</Trans>}
      action={
        <Link to="/pages/my/help" className={buttonClass({ look: 'quiet' })}>
          <Trans>Contact support</Trans>
        </Link>
      }
    >
      <Trans>The operator hasn't turned on any network for transfers yet. What you have stays as it is.</Trans>
    </EmptyState>
  )
}
