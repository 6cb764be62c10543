import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { Section } from '../../ui/card.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DrawDescription } from './draw-description.tsx'
import { OpenRound } from './open-round.tsx'
import { PoolRounds } from './pool-rounds.tsx'
import { pagesOf } from '../../ui/infinite-list.tsx'
import { PoolShares } from './pool-shares.tsx'
import { light, pool } from './queries.ts'
import { RunningLight } from './running-light.tsx'

export const Route = createFileRoute('/subPages/jackpot/index2')({ component: PoolScreen })

/** The pool: the open round, its rule, the rounds that closed, and the member's own shares. */
function PoolScreen() {
  const { t } = useLingui()
  const isJackpotOff = useIsPageOff('/subPages/jackpot/index')
  const query = useInfiniteQuery(pool)
  const lights = useQuery(light)
  return (
    <Screen actions={!isJackpotOff && <IconLink to="/subPages/jackpot/index" icon="gift" label={t`Jackpot`} />}>
      <PullToRefresh onRefresh={() => Promise.all([query.refetch(), lights.refetch()])}>
        <RunningLight items={lights.data?.items ?? []} />
        <QueryStates query={query}>
          {({ pages }) =>
            pages[0] && (
              <div className="flex flex-col gap-6">
                <OpenRound round={pages[0]} />
                <Section title={<Trans>Your shares</Trans>}>
                  <PoolShares
                    shares={pages.flatMap((it) => it.items)}
                    rounds={pages.flatMap((it) => [...it.closedRounds, ...it.shareRounds])}
                    {...pagesOf(query)}
                  />
                </Section>
                <Section title={<Trans>Rounds that closed</Trans>}>
                  <PoolRounds rounds={pages[0].closedRounds} />
                </Section>
                <DrawDescription />
              </div>
            )
          }
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}
