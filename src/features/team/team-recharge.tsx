import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { teamRechargeTotal } from '#protocol/team.ts'
import { dayText } from '../../lib/date-texts.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { recharge } from './queries.ts'

/** How much the team topped up, or why that is not told. */
export function TeamRecharge() {
  return (
    <SectionStates
      query={useQuery(recharge)}
      skeleton={
        <Skeleton>
          <BlockBone shape="h-41 w-full rounded-lg!" />
        </Skeleton>
      }
    >
      {(it) => <Sums sums={it} />}
    </SectionStates>
  )
}

function Sums({
  sums: { total, last30Days, since, currency, membersNeeded, asOf },
}: {
  sums: Answer<typeof teamRechargeTotal>
}) {
  return (
    <Card>
      {total === null ? (
        <p className="text-small text-ink-soft text-pretty">
          <Plural
            value={membersNeeded}
            one="You'll see what your team has topped up on the Monday after # person has. With fewer, the total would reveal what one person topped up."
            other="You'll see what your team has topped up on the Monday after # people have. With fewer, the total would reveal what one person topped up."
          />
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <Facts>
            <Fact name={<Trans>Topped up by your team</Trans>}>
              <Money value={total} currency={currency} />
            </Fact>
            {last30Days !== null && (
              <Fact name={since === undefined ? <Trans>In the last 30 days</Trans> : <Since day={since} />}>
                <Money value={last30Days} currency={currency} />
              </Fact>
            )}
          </Facts>
          <p className="text-small text-ink-soft text-pretty">
            {asOf !== undefined && <AsOf monday={asOf} membersNeeded={membersNeeded} />}{' '}
            <Trans>For information only: you aren't paid for it, and none of it is yours.</Trans>
          </p>
        </div>
      )}
    </Card>
  )
}

function Since({ day }: { day: string }) {
  const { i18n } = useLingui()
  const first = dayText(day, i18n.locale)
  return <Trans>Since {first}</Trans>
}

function AsOf({ monday, membersNeeded }: { monday: string; membersNeeded: number }) {
  const { i18n } = useLingui()
  const day = dayText(monday, i18n.locale)
  return (
    <>
      <Trans>As of the start of {day}.</Trans>{' '}
      <Plural
        value={membersNeeded}
        one="It's counted anew on a Monday, once # person has topped up since."
        other="It's counted anew on a Monday, once # people have topped up since."
      />
    </>
  )
}
