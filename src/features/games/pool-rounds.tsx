import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PoolRound } from '#protocol/games.ts'
import { useRewardText } from '../../entities/reward-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List, ListRow } from '../../ui/list-row.tsx'
import { CheckRound } from './round-check.tsx'
import { useDate } from '../../entities/use-when.ts'

/** The rounds that closed last, each of which can be checked. */
export function PoolRounds({ rounds }: { rounds: readonly PoolRound[] }) {
  if (rounds.length === 0)
    return (
      <EmptyState art="no-prizes" title={<Trans>No round has closed yet</Trans>}>
        <Trans>When the open round closes, you'll see its winners here and can check the draw yourself.</Trans>
      </EmptyState>
    )
  return (
    <List>
      {rounds.map((it) => (
        <li key={it.round}>
          <Round round={it} />
        </li>
      ))}
    </List>
  )
}

function Round({ round }: { round: PoolRound }) {
  const { t } = useLingui()
  const dateOf = useDate()
  const { closedAt, points, draws, winners } = round
  const text = useRewardText()
  const coins = text({ of: 'gold', amount: points })
  const tickets = t`${plural(draws, { one: '# ticket', other: '# tickets' })}`
  return (
    <div className="pb-2">
      <ListRow
        start="trophy"
        title={
          <span className="font-strong">
            <Trans>
              Closed on{' '}
              <time dateTime={closedAt} className="figures">
                {dateOf(closedAt)}
              </time>
            </Trans>
          </span>
        }
        detail={`${coins}, ${tickets}`}
      />
      <div className="flex flex-col items-start gap-2 px-4">
        {winners.length === 0 ? (
          <p className="text-small text-ink-soft">
            <Trans>Nobody drew in this round, so nobody won.</Trans>
          </p>
        ) : (
          <ol aria-label={t`Winners`} className="w-full text-small">
            {winners.map(({ number, who, amount }) => (
              <li key={number} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  <Trans>
                    <bdi>{who}</bdi>, ticket <span className="figures">{number}</span>
                  </Trans>
                </span>
                <span className="figures">{text({ of: 'gold', amount })}</span>
              </li>
            ))}
          </ol>
        )}
        <CheckRound round={round} />
      </div>
    </div>
  )
}
