import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TopUp } from '#protocol/wallet.ts'
import { assetText } from '../../../lib/asset-amount.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
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
  const sum = (
    <bdi className="figures">
      {assetText(seen, decimals)} {asset}
    </bdi>
  )
  const credited = <Money value={amount} currency={currency} />
  if (task === 'again') {
    return {
      tone: 'warning',
      icon: 'clock',
      title: <Trans>The time ran out</Trans>,
      text: (
        <Trans>
          Send nothing more at this rate: open a new top-up. If you did send it, it is looked for during 30 days and
          credited when it comes.
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
            Send exactly the amount below to the address below, over this network and no other. You can close the app:
            it is looked for all the same.
          </Trans>
        ),
      }
    case 'seen':
      return {
        tone: 'accent',
        icon: 'eye',
        title: <Trans>Transfer seen</Trans>,
        text: <Trans>{sum} is on its way and in no block yet. There is nothing more to do.</Trans>,
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
          <Trans>{sum} arrived and is being confirmed. It is credited by itself; there is nothing more to do.</Trans>
        ),
      }
    case 'credited':
      return {
        tone: 'positive',
        icon: 'check',
        title: <Trans>Credited</Trans>,
        text: <Trans>{credited} is in your recharge wallet.</Trans>,
      }
    case 'overpaid':
      return {
        tone: 'positive',
        icon: 'check',
        title: <Trans>Credited, more than asked for</Trans>,
        text: (
          <Trans>
            {sum} came, all of it was credited: {credited} is in your recharge wallet. Nothing was kept back.
          </Trans>
        ),
      }
    case 'underpaid': {
      const rest = (
        <bdi className="figures font-strong">
          {assetText(leftToSend(topUp), decimals)} {asset}
        </bdi>
      )
      return {
        tone: 'warning',
        icon: 'warning',
        title: <Trans>Less came than was due</Trans>,
        text:
          task === 'send-rest' ? (
            <Trans>
              {sum} came and was credited: {credited}. Send the rest, {rest}, to the same address while the time runs,
              or leave it at that.
            </Trans>
          ) : (
            <Trans>
              {sum} of {assetText(due, decimals)} came, and was credited: {credited}. For the rest, open another top-up.
            </Trans>
          ),
      }
    }
    case 'late':
      return {
        tone: 'warning',
        icon: 'clock',
        title: <Trans>Came late, credited all the same</Trans>,
        text: (
          <Trans>
            {sum} came after the time was over. {credited} is in your recharge wallet.
          </Trans>
        ),
      }
  }
}
