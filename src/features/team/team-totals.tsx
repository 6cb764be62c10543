import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { teamTotal } from '#protocol/team.ts'
import { dayText } from '../../lib/date-texts.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Count } from '../../ui/count.tsx'
import { numberFormat } from '../../lib/intl.ts'
import { sizesOf } from './team-sizes.ts'

/** The team's size, the number of members who own a unit, and the team's growth. */
export function TeamTotals({ totals }: { totals: Answer<typeof teamTotal> }) {
  const { direct, indirect, valid, invalid, joinedByDay } = totals
  return (
    <>
      <Card>
        <Facts>
          <Fact name={<Trans>Invited by you</Trans>}>
            <Count value={direct} />
          </Fact>
          <Fact name={<Trans>Invited by them</Trans>}>
            <Count value={indirect} />
          </Fact>
          <Fact name={<Trans>Valid: has a unit that earns</Trans>}>
            <Count value={valid} />
          </Fact>
          <Fact name={<Trans>Not valid: has none</Trans>}>
            <Count value={invalid} />
          </Fact>
        </Facts>
      </Card>
      {direct + indirect > 0 && <Growth byDay={joinedByDay} size={direct + indirect} />}
    </>
  )
}

interface GrowthProps {
  byDay: Answer<typeof teamTotal>['joinedByDay']
  /** The team's size today. */
  size: number
}

function Growth({ byDay, size }: GrowthProps) {
  const { t, i18n } = useLingui()
  const count = numberFormat(i18n.locale)
  const joined = byDay.reduce((sum, it) => sum + it.members, 0)
  const sizes = sizesOf(byDay, size)
  return (
    <Card>
      <p>
        <span className="block text-small text-ink-soft">
          <Trans>Joined in the last 30 days</Trans>
        </span>
        <span className="text-large">
          <Plural value={joined} one="# person" other="# people" />
        </span>
      </p>
      <AreaChart
        caption={t`Team size by day`}
        points={sizes.map(({ day, members }) => ({
          label: dayText(day, i18n.locale),
          value: members,
          text: count.format(members),
        }))}
      />
    </Card>
  )
}
