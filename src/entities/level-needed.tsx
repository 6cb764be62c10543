import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BlockedAction } from './blocked-action.tsx'
import { levels, useLevelNeeds } from './levels.ts'

interface LevelNeededProps {
  needed: number
  /** The member's level. */
  own: number
  currency: string
}

/** In place of the button that buys a unit, where the member's level is too low for it. */
export function LevelNeeded({ needed, own, currency }: LevelNeededProps) {
  return (
    <BlockedAction
      button={<Trans>Level {needed} needed</Trans>}
      why={<Why needed={needed} own={own} currency={currency} />}
    />
  )
}

/** The member's level, the required level and its requirements, and a link to all levels. */
function Why({ needed, own, currency }: LevelNeededProps) {
  const { i18n } = useLingui()
  const needsOf = useLevelNeeds()
  const level = useQuery(levels).data?.items.find((it) => it.level === needed)
  const needs = level ? needsOf(level, currency) : []
  const takes = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(needs)
  const more = (
    <Link to="/pages/my/equity" className="font-strong text-accent-ink underline">
      <Trans>About levels</Trans>
    </Link>
  )
  return needs.length === 0 ? (
    <Trans>
      You are at level {own}. {more}
    </Trans>
  ) : (
    <Trans>
      You are at level {own}. Level {needed} needs {takes}. {more}
    </Trans>
  )
}
