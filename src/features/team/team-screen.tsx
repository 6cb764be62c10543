import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { teamList, teamRechargeTotal, teamTotal } from '#protocol/team.ts'
import { BelowLoading } from '../../ui/below-loading.tsx'
import { Section } from '../../ui/card.tsx'
import { ListRow, List, rowLinkClass } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { totals } from './queries.ts'
import { teamSearch } from './search.ts'
import { TeamList } from './team-list.tsx'
import { TeamRecharge } from './team-recharge.tsx'
import { TeamTotals } from './team-totals.tsx'

export const Route = createFileRoute('/pages/index/team')({ validateSearch: teamSearch, component: TeamScreen })

const route = getRouteApi('/pages/index/team')
const paths: readonly unknown[] = [teamList.path, teamTotal.path, teamRechargeTotal.path]

function TeamScreen() {
  const { t } = useLingui()
  const client = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen
      lead={
        <Trans>
          The people you invited, and the people they invited. Names are hidden, and nothing you get depends on what
          anyone here buys or pays in.
        </Trans>
      }
    >
      <PullToRefresh
        onRefresh={() =>
          client.refetchQueries({ type: 'active', predicate: ({ queryKey }) => paths.includes(queryKey[0]) })
        }
      >
        <QueryStates query={useQuery(totals)} skeleton={<DetailSkeleton />}>
          {(it) => <TeamTotals totals={it} />}
        </QueryStates>
        <TeamRecharge />
        <BelowLoading>
          <List label={t`Inviting`}>
            <li>
              <Link to="/pages/my/invite" className={rowLinkClass}>
                <ListRow start="share" title={<Trans>Invite someone</Trans>} leads />
              </Link>
            </li>
            <li>
              <Link to="/pages/my/inviteGift" className={rowLinkClass}>
                <ListRow start="coin" title={<Trans>Invite rewards</Trans>} leads />
              </Link>
            </li>
          </List>
          <Section title={<Trans>Members</Trans>}>
            <TeamList
              search={search}
              onSearch={(change) =>
                void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })
              }
            />
          </Section>
        </BelowLoading>
      </PullToRefresh>
    </Screen>
  )
}
