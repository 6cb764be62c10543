import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Withdrawal } from '#protocol/wallet.ts'
import { Banner } from '../../../ui/banner.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { lazy } from '../../../ui/lazy.tsx'
import { Money } from '../../../ui/money.tsx'
import { Reference } from '../../../ui/reference.tsx'
import { CloserLook } from './closer-look.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { WithdrawalLines } from './withdrawal-lines.tsx'
import { WithdrawalWay } from './withdrawal-way.tsx'
import { useWithdrawalWords } from './withdrawal-words.ts'

// In a chunk of its own, because making files takes more code than the panel.
const ReceiptFiles = lazy(() => import('./receipt-files.tsx').then((it) => it.ReceiptFiles))

/** One withdrawal in full: its states with the time of each, and its fee and arrival as they were at the request. */
export function WithdrawalPanel({ withdrawal }: { withdrawal: Withdrawal }) {
  const { state, amount, currency, reason, cardMasked, id, cancelledAt, reviewUntil } = withdrawal
  const words = useWithdrawalWords()
  return (
    <>
      {cancelledAt ? (
        <Banner icon="refresh">
          <Trans>
            You cancelled this withdrawal. <Money value={amount} currency={currency} /> went back to your income wallet,
            including the fee.
          </Trans>
        </Banner>
      ) : state === 'returned' ? (
        <Banner
          tone="warning"
          icon="refresh"
          action={
            <Link to="/pages/my/help" className={buttonClass({ look: 'quiet', size: 'small' })}>
              <Trans>Contact support</Trans>
            </Link>
          }
        >
          <Trans>
            <Money value={amount} currency={currency} /> went back to your income wallet, including the fee.
          </Trans>
          {reason !== null && (
            <span className="block">
              <Trans>
                Why: <bdi>{reason}</bdi>
              </Trans>
            </span>
          )}
        </Banner>
      ) : (
        <p className="text-ink-soft text-pretty">{words[state].meaning}</p>
      )}
      {state === 'requested' && reviewUntil != null && <CloserLook until={reviewUntil} />}
      <Section title={<Trans>Progress</Trans>}>
        <Card>
          <WithdrawalWay withdrawal={withdrawal} />
        </Card>
      </Section>
      {state === 'requested' && <CancelWithdrawal withdrawal={withdrawal} />}
      <Section title={state === 'returned' ? <Trans>As requested</Trans> : <Trans>Amounts</Trans>}>
        <Card>
          <WithdrawalLines lines={withdrawal} />
        </Card>
      </Section>
      <Card>
        <Facts>
          <Fact name={<Trans>Card</Trans>}>
            <bdi dir="ltr">{cardMasked}</bdi>
          </Fact>
          <Fact name={<Trans>Reference</Trans>}>
            <Reference id={id} />
          </Fact>
        </Facts>
      </Card>
      <Suspense>
        <ReceiptFiles withdrawal={withdrawal} />
      </Suspense>
    </>
  )
}
