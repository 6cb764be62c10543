import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { numberFormat } from '../../lib/intl.ts'
import type { Choice } from './obstacle.ts'

/** Why no more can be drawn at once, where the game itself would allow more. */
export function ChoiceLimit({ choice }: { choice: Choice }) {
  if (!choice.limit) return null
  return (
    <p className="w-full text-small text-pretty text-ink-soft">
      <Words {...choice} />
    </p>
  )
}

function Words({ most: count, limit }: Choice): ReactNode {
  const { i18n } = useLingui()
  const most = numberFormat(i18n.locale).format(count)
  switch (limit?.kind) {
    case 'points':
      return limit.of === 'gold' ? (
        <Trans>Your gold coins aren't enough for more than {most}.</Trans>
      ) : (
        <Trans>Your Lucky Balls aren't enough for more than {most}.</Trans>
      )
    case 'ownLimit':
      return <Trans>Your own limit leaves you no more than {most} today.</Trans>
    case 'gameLimit':
      return <Trans>This game leaves you no more than {most} today.</Trans>
    default:
      return null
  }
}
