import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Level } from '#protocol/levels.ts'
import { Money } from '../../ui/money.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { LevelCard } from './level-card.tsx'
import { levels } from '../../entities/levels.ts'
import { profile } from '../../entities/profile.ts'

export const Route = createFileRoute('/pages/my/equity')({ component: LevelListScreen })

function LevelListScreen() {
  const query = useQuery(levels)
  const me = useQuery(profile).data
  return (
    <Screen width="panes" lead={me && <Lead levels={query.data?.items ?? []} currency={me.userInfo.currency} />}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query}>
          {({ items }) => (
            <ul className="grid gap-3 wide:grid-cols-2 huge:grid-cols-3">
              {items.map((it) => (
                <li key={it.level}>
                  <LevelCard
                    level={it}
                    own={me?.userLevel.level}
                    growth={me?.userInfo.growth}
                    lacks={me?.merchantUpgradeInfo ?? undefined}
                    currency={me?.userInfo.currency ?? ''}
                  />
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

/** The introduction. Where levels require more than growth, it must not promise that nothing else counts. */
function Lead({ levels, currency }: { levels: readonly Level[]; currency: string }) {
  const isByUseAlone = levels.every(
    ({ rechargeNeeded = 0, teamSizeNeeded = 0 }) => rechargeNeeded + teamSizeNeeded === 0,
  )
  const whole = <Money isOpen value={100} currency={currency} />
  return (
    <>
      {isByUseAlone ? (
        <Trans>
          Your level grows as you use the app: one point for every gold coin from a check-in, and one for every whole{' '}
          {whole} you claim. It never depends on whom you invite or what they pay.
        </Trans>
      ) : (
        <Trans>
          You reach a level once you meet everything it needs. You get one growth point for every gold coin from a
          check-in, and one for every whole {whole} you claim.
        </Trans>
      )}{' '}
      <Trans>Income of orders you cancel, or that is taken back, doesn't count.</Trans>
    </>
  )
}
