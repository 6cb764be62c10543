import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { takesWithdrawals } from '#protocol/cards.ts'
import type { Answer } from '#protocol/call.ts'
import { withdraw, type withdrawInfo } from '#protocol/wallet.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { useCommand } from '../../../outbox/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { toast } from '../../../ui/toast.tsx'
import { DetailPane, TwoPanes } from '../../../ui/two-panes.tsx'
import { useFirstInvalid } from '../../../ui/use-first-invalid.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { useWide } from '../../../ui/use-wide.ts'
import { bankCards } from '../../../entities/bank-cards.ts'
import { useNewestBalance } from '../../../entities/newest-balance.ts'
import { OneOf } from './one-withdrawal.tsx'
import { PartStates } from './part-states.tsx'
import { showWithdrawal } from './show-withdrawal.ts'
import { useCalculation } from './use-calculation.ts'
import { UnknownWithdrawal } from './unknown-withdrawal.tsx'
import { WithdrawalRejection } from './withdrawal-rejection.tsx'
import { withdrawalVerdict } from './validation-error.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import { WithdrawalRule } from './withdrawal-rule.tsx'
import { withdrawalDraft, type WithdrawalDraft } from './withdrawal-draft.ts'

export interface WithdrawingProps {
  memberId: string
  /** The draft of an earlier visit. */
  initial: WithdrawalDraft
  query: UseQueryResult<Answer<typeof withdrawInfo>>
  /** The withdrawal in the second pane, where there is one; `asked` lists it. */
  chosenId: string | undefined
  asked: UseQueryResult<Answer<typeof withdrawInfo>>
  onChoose: (id: string) => void
}

/** Amount, card, the server's current fee and arrival, and the one button; below, the recent withdrawals. */
export function Withdrawing({ memberId, initial, query, chosenId, asked, onChoose }: WithdrawingProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const isWide = useWide()
  const isOnline = useOnline()
  const formId = useId()
  const [draft, setDraft] = useState<WithdrawalDraft>(initial)
  const [tries, setTries] = useState(0)
  const formRef = useFirstInvalid(tries)
  const cardQuery = useQuery(bankCards)
  const income = useNewestBalance('income', query.data && { balance: query.data.balance, at: query.dataUpdatedAt })
  const info = query.data && { ...query.data, balance: income?.balance ?? query.data.balance }
  const active = cardQuery.data?.items.filter(takesWithdrawals) ?? []
  const card = active.find((it) => it.id === draft.cardId) ?? active[0]
  const { validationError, advice } = withdrawalVerdict(draft.amount, info, isOnline)
  const { calculation, askAgain } = useCalculation(validationError ? undefined : draft.amount)
  const change = (next: WithdrawalDraft) => {
    setDraft(next)
    void withdrawalDraft.save(memberId, next)
  }
  const { outcome, unknown, isReady, isBusy, isChecking, run, check, sheet } = useCommand(withdraw, {
    onOutcome: (it) => {
      if (it.kind === 'rejected') {
        askAgain()
        void query.refetch()
        void cardQuery.refetch()
      }
      if (it.kind !== 'applied') return
      setDraft({ cardId: draft.cardId })
      setTries(0)
      showWithdrawal(client, it.answer)
      toast(t`Withdrawal requested`, { tone: 'positive' })
      onChoose(it.answer.id)
    },
  })
  const lines = calculation.kind === 'known' ? calculation.lines : undefined
  const submit = () => {
    setTries(tries + 1)
    if (card && lines && !validationError)
      void run({ amount: lines.amount, cardId: card.id, expectedArrival: lines.arrives })
  }
  const words = lines ? (
    <Trans>
      Withdraw <Money isOpen value={lines.amount} currency={lines.currency} />
    </Trans>
  ) : (
    <Trans>Withdraw</Trans>
  )
  const button = isReady && !unknown && (
    <div className="flex flex-col gap-3">
      <WithdrawalRejection rejection={outcome?.kind === 'rejected' ? outcome.error : undefined} />
      <Button
        type="submit"
        form={formId}
        wide
        icon="shield"
        disabled={!isOnline}
        busy={isBusy || calculation.kind === 'asking'}
      >
        {words}
      </Button>
    </div>
  )
  return (
    <Screen width="panes" bottom={!isWide && info && button}>
      <PullToRefresh onRefresh={() => Promise.all([query.refetch(), cardQuery.refetch()])}>
        <TwoPanes
          detail={
            isWide &&
            (chosenId !== undefined ? (
              <DetailPane key={chosenId} title={<Trans>Withdrawal</Trans>}>
                <PartStates query={asked}>{({ recent }) => <OneOf recent={recent} id={chosenId} />}</PartStates>
              </DetailPane>
            ) : (
              <DetailPane title={<Trans>How withdrawals work</Trans>}>
                <WithdrawalRule />
              </DetailPane>
            ))
          }
        >
          <QueryStates query={query}>
            {(it) => (
              <>
                {unknown ? (
                  <UnknownWithdrawal
                    amount={Number(unknown.args['amount'])}
                    currency={it.currency}
                    onCheck={() => void check()}
                    isChecking={isChecking}
                  />
                ) : (
                  <form
                    ref={formRef}
                    id={formId}
                    noValidate
                    onSubmit={(event) => {
                      event.preventDefault()
                      submit()
                    }}
                  >
                    <WithdrawForm
                      info={info ?? it}
                      // The page has its age once; only a balance that is clearly newer has one of its own.
                      balanceAt={income && income.at - query.dataUpdatedAt > 60_000 ? income.at : undefined}
                      cardQuery={cardQuery}
                      amount={draft.amount}
                      cardId={card?.id}
                      onChange={(next) => change({ amount: draft.amount, cardId: draft.cardId, ...next })}
                      validationError={validationError}
                      advice={advice}
                      isTried={tries > 0}
                      calculation={calculation}
                      onAskAgain={askAgain}
                    />
                  </form>
                )}
                {isWide && button}
                <Section title={<Trans>Withdrawals of the last 30 days</Trans>}>
                  <WithdrawalList items={it.recent} {...(isWide && { chosenId, onChoose })} />
                </Section>
                {!isWide && (
                  <Section title={<Trans>How withdrawals work</Trans>}>
                    <WithdrawalRule />
                  </Section>
                )}
              </>
            )}
          </QueryStates>
        </TwoPanes>
      </PullToRefresh>
      <CommandSheet {...sheet}>
        {card && lines && (
          <Trans>
            Withdraw <Money isOpen value={lines.amount} currency={lines.currency} /> to{' '}
            <bdi className="figures" dir="ltr">
              {card.numberMasked}
            </bdi>
            . <Money isOpen value={lines.arrives} currency={lines.currency} /> arrives.
          </Trans>
        )}
      </CommandSheet>
    </Screen>
  )
}
