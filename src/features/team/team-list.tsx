import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { TeamMember } from '#protocol/team.ts'
import { millisOf } from '../../lib/clock.ts'
import { dateText } from '../../lib/dates.ts'
import { finder } from '../../lib/find.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FilterBar, Segments } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { teamOf } from './queries.ts'
import type { TeamSearch } from './search.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { TeamRow } from './team-row.tsx'

interface TeamListProps {
  search: TeamSearch
  onSearch: (change: TeamSearch) => void
}

/** The members of the team, newest first. */
export function TeamList({ search: { relation, valid }, onSearch }: TeamListProps) {
  const { t, i18n } = useLingui()
  const zone = useMemberZone()
  const query = useInfiniteQuery(teamOf({ relation, valid }))
  const [wanted, setWanted] = useState('')
  // The finder normalises the texts once for each language, not again at every keystroke.
  const find = useMemo(
    () => finder<TeamMember>((it) => [it.nameMasked, dateText(millisOf(it.joinedAt), i18n.locale, zone)]),
    [i18n.locale, zone],
  )
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  const found = find(items, wanted)
  const isAll = relation === undefined && valid === undefined
  return (
    <>
      <Segments
        label={t`Show`}
        value={relation ?? 'all'}
        onChange={(next) => onSearch({ relation: next === 'all' ? undefined : next })}
        options={[
          { value: 'all', text: t`All` },
          { value: 'direct', text: t`Direct` },
          { value: 'indirect', text: t`Indirect` },
        ]}
      />
      <FilterBar
        label={t`Valid or not`}
        value={valid === undefined ? 'all' : valid ? 'valid' : 'invalid'}
        onChange={(next) => onSearch({ valid: next === 'all' ? undefined : next === 'valid' })}
        options={[
          { value: 'all', text: t`Everyone` },
          { value: 'valid', text: t`Valid` },
          { value: 'invalid', text: t`Not valid` },
        ]}
      />
      <QueryStates
        query={query}
        isEmpty={() => items.length === 0}
        empty={isAll ? <NoTeam /> : <NoneOfThese onReset={() => onSearch({ relation: undefined, valid: undefined })} />}
      >
        {() => (
          <>
            <ListSearch label={t`Search the team`} of={items.length} value={wanted} onChange={setWanted} />
            <InfiniteList items={found} keyOf={(it) => it.id} {...pagesOf(query)}>
              {(it) => <TeamRow member={it} />}
            </InfiniteList>
            {found.length === 0 && !query.hasNextPage && <NothingFound wanted={wanted} />}
          </>
        )}
      </QueryStates>
    </>
  )
}

function NoTeam() {
  return (
    <EmptyState
      art="no-team"
      title={<Trans>Nobody has signed up with your code yet</Trans>}
      action={
        <Link to="/pages/my/invite" className={buttonClass()}>
          <Trans>Invite someone</Trans>
        </Link>
      }
    >
      <Trans>You'll see the people you invite here, and the people they invite.</Trans>
    </EmptyState>
  )
}

function NoneOfThese({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matching team members</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show the whole team</Trans>
        </Button>
      }
    />
  )
}
