import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TopUp } from '#protocol/wallet.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { AssetAmount } from './asset-amount.tsx'
import { leftToSend, taskOf } from './top-up-steps.ts'

export interface TopUpWords {
  tone: 'accent' | 'positive' | 'warning'
  icon: IconName
  title: ReactNode
  /** The next step, or that there is none. */
  text: ReactNode
}

/** The words for a top-up's state and its next step. */
export function wordsOf(topUp: TopUp, now: number): TopUpWords {
  const { state, asset, decimals, confirmed, confirmations, seen, due, amount, currency } = topUp
  const task = taskOf(topUp, now)
  const amountOf = (units: number) => <AssetAmount units={units} decimals={decimals} asset={asset} />
  const sum = amountOf(seen)
  const credited = <Money value={amount} currency={currency} />
  if (task === 'again') {
    return {
      tone: 'warning',
      icon: 'clock',
      title: <Trans>The time ran out</Trans>,
      text: (
        <Trans>
          Don't send anything more at this rate. Start a new top-up instead. If you have already sent it, we keep
          looking for it and credit it when it arrives.
        </Trans>
      ),
    }
  }
  switch (state) {
    case 'waiting':
      return {
        tone: 'accent',
        icon: 'clock',
        title: <Trans>Waiting for your transfer</Trans>,
        text: (
          <Trans>
            Send exactly the amount below to the address below, on this network only. You can close the app: we keep
            looking for your transfer.
          </Trans>
        ),
      }
    case 'seen':
      return {
        tone: 'accent',
        icon: 'eye',
        title: <Trans>Transfer found</Trans>,
        text: <Trans>{sum} was sent but isn't in a block yet. There's nothing more to do.</Trans>,
      }
    case 'confirming':
      return {
        tone: 'accent',
        icon: 'shield',
        title: (
          <Trans>
            Confirming: {confirmed} of {confirmations}
          </Trans>
        ),
        text: (
          <Trans>{sum} arrived and is being confirmed. We credit it automatically. There's nothing more to do.</Trans>
        ),
      }
    case 'credited':
      return {
        tone: 'positive',
        icon: 'check',
        title: <Trans>Credited</Trans>,
        text: <Trans>{credited} came into your recharge wallet.</Trans>,
      }
    case 'overpaid':
      return {
        tone: 'positive',
        icon: 'check',
        title: <Trans>Credited, more than requested</Trans>,
        text: (
          <Trans>
            {sum} arrived and all of it was credited: {credited} came into your recharge wallet.
          </Trans>
        ),
      }
    case 'underpaid': {
      const rest = <AssetAmount units={leftToSend(topUp)} decimals={decimals} asset={asset} isOpen isStrong />
      return {
        tone: 'warning',
        icon: 'warning',
        title: <Trans>Less arrived than was due</Trans>,
        text:
          task === 'send-rest' ? (
            <Trans>
              {sum} arrived and was credited: {credited}. You can send the remaining {rest} to the same address before
              the time runs out, or leave it at that.
            </Trans>
          ) : (
            <Trans>
              {sum} of {amountOf(due)} arrived and was credited: {credited}. To send the rest, start another top-up.
            </Trans>
          ),
      }
    }
    case 'late':
      return {
        tone: 'warning',
        icon: 'clock',
        title: <Trans>Arrived late, credited in full</Trans>,
        text: (
          <Trans>
            {sum} arrived after the time ran out. {credited} came into your recharge wallet.
          </Trans>
        ),
      }
  }
}
