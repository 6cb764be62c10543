import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { poolLight } from '#protocol/games.ts'
import { useTimeAgo } from '../../entities/use-time-ago.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'

type Line = Answer<typeof poolLight>['items'][number]

/** Seconds that each prize needs to cross the strip. */
const secondsEach = 5

/**
 * The latest real prizes, running past; nothing where there were none. Under reduced motion it stands still and is
 * scrolled by hand; pointed at or focused, it stops.
 */
export function RunningLight({ items }: { items: readonly Line[] }) {
  const { t } = useLingui()
  if (items.length === 0) return null
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focused, it stops; and it is scrolled by keyboard
      tabIndex={0}
      role="group"
      aria-label={t`Recent wins`}
      className="group flex min-h-min overflow-hidden rounded-lg bg-sunken motion-reduce:overflow-x-auto"
    >
      <Lines items={items} />
      {/* Comes in while the first goes out. */}
      <Lines items={items} isCopy />
    </div>
  )
}

const runningClass =
  'motion-safe:[animation:running-light_linear_infinite] group-hover:[animation-play-state:paused] group-focus:[animation-play-state:paused]'

function Lines({ items, isCopy = false }: { items: readonly Line[]; isCopy?: boolean }) {
  const timeAgo = useTimeAgo()
  return (
    <ul
      aria-hidden={isCopy || undefined}
      style={{ animationDuration: `${items.length * secondsEach}s` }}
      className={classNames('flex min-w-full shrink-0', runningClass, isCopy && 'motion-reduce:hidden')}
    >
      {items.map(({ id, who, gameName, prizeName, at }) => {
        const when = timeAgo(at)
        return (
          <li key={id} className="flex min-h-11 items-center gap-2 px-4 text-small whitespace-nowrap text-ink-soft">
            <Icon name="trophy" size="tiny" />
            <span>
              <Trans>
                <bdi>{who}</bdi> won {prizeName} in {gameName}, {when}
              </Trans>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
