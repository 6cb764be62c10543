import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { signNumber } from '#protocol/rewards.ts'
import { Art } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Count } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { monthOf, streak } from './queries.ts'
import type { SignState } from './use-sign-state.ts'

/** The length of the streak, the reward for the next days, and the gold coins. */
export function StreakCard({ sign }: { sign: SignState }) {
  return (
    <Card>
      <QueryStates
        query={useQuery(streak)}
        skeleton={
          <Skeleton>
            <BlockBone shape="h-40 w-full" />
          </Skeleton>
        }
      >
        {(it) => <Streak numbers={it} sign={sign} />}
      </QueryStates>
    </Card>
  )
}

function Streak({ numbers: { streak, goldCoins }, sign }: { numbers: Answer<typeof signNumber>; sign: SignState }) {
  const scale = useQuery(monthOf(sign.today.slice(0, 7))).data?.scale
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex-[1_1_10rem]">
          <p>
            {streak === 0 ? (
              <span className="text-title font-strong">
                <Trans>Check in to start your days in a row</Trans>
              </span>
            ) : (
              <>
                <span className="figures text-hero font-strong">{streak}</span>{' '}
                <span className="text-ink-soft">
                  <Plural value={streak} one="day in a row" other="days in a row" />
                </span>
              </>
            )}
          </p>
          <p className="text-small text-ink-soft">
            <Trans>
              Your gold coins: <Count value={goldCoins} size="inherit" />
            </Trans>
          </p>
        </div>
        <span className="w-28 shrink-0">
          <Art name="check-in" />
        </span>
      </div>
      {scale && <Scale scale={scale} streak={streak} />}
    </div>
  )
}

/** The coins for each day of a streak; every later day brings as much as the last one of the scale. */
function Scale({ scale, streak }: { scale: readonly number[]; streak: number }) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`Gold coins for each day of your streak`} className="grid grid-cols-7 gap-1.5">
      {scale.map((points, at) => {
        const day = at + 1
        const isDone = streak >= day
        return (
          <li
            key={day}
            className={classNames(
              // Seven beside each other, also on a narrow phone with large text.
              'flex flex-col items-center gap-0.5 rounded-md py-2 text-[length:min(var(--text-small),5.5vw)]',
              isDone ? 'bg-accent text-on-accent' : 'bg-sunken text-ink',
            )}
          >
            <span className="leading-[1.25]">{day === scale.length ? <Trans>{day}+</Trans> : day}</span>
            <Icon name={isDone ? 'check' : 'coin'} size="tiny" {...(isDone && { label: t`done` })} />
            <span className="figures font-strong">{points}</span>
          </li>
        )
      })}
    </ol>
  )
}
