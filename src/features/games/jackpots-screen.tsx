import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Jackpot } from '#protocol/games.ts'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { List, rowLinkClass } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates, type QueryLike } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { JackpotRow } from './jackpot-row.tsx'
import { placeOf } from './places.ts'
import { jackpots } from './queries.ts'

export const Route = createFileRoute('/subPages/jackpot/index')({ component: JackpotsScreen })

/** What can be won at the most in every game, with its chance and its last winner. */
function JackpotsScreen() {
  const { t } = useLingui()
  const lotteries = useQuery(jackpots.lotteries)
  const boxes = useQuery(jackpots.boxes)
  return (
    <Screen actions={<IconLink to="/subPages/jackpot/index2" icon="trophy" label={t`Prize pool`} />}>
      <PullToRefresh onRefresh={() => Promise.all([lotteries.refetch(), boxes.refetch()])}>
        <p className="text-ink-soft text-pretty">
          <Trans>
            The best prizes of every game. The odds come from the game's rule and change when a prize runs out. Money is
            paid from an account the operator has filled beforehand.
          </Trans>
        </p>
        <Section title={<Trans>Lotteries</Trans>}>
          <Jackpots query={lotteries} />
        </Section>
        <Section title={<Trans>Boxes</Trans>}>
          <Jackpots query={boxes} />
        </Section>
      </PullToRefresh>
    </Screen>
  )
}

function Jackpots({ query }: { query: QueryLike<{ items: Jackpot[] }> }) {
  return (
    <QueryStates
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState art="no-prizes" title={<Trans>No prizes right now</Trans>}>
          <Trans>
            The operator has no game like this right now. Its best prizes appear here as soon as there is one.
          </Trans>
        </EmptyState>
      }
    >
      {({ items }) => (
        <List>
          {items.map((it) => (
            <li key={`${it.game} ${it.prize.id}`}>
              <Playable jackpot={it} />
            </li>
          ))}
        </List>
      )}
    </QueryStates>
  )
}

/** The row leads to its game; a kind of game that this version doesn't know has no screen. */
function Playable({ jackpot }: { jackpot: Jackpot }) {
  const to = placeOf(jackpot.kind)
  if (to === undefined) return <JackpotRow jackpot={jackpot} />
  return (
    <Link to={to} className={rowLinkClass}>
      <JackpotRow jackpot={jackpot} leads />
    </Link>
  )
}
