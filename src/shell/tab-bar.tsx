import { useLingui } from '@lingui/react'
import { useLingui as useWords } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import type { Place } from '../sitemap.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { iconsOf, tabOver } from './tabs.ts'

interface TabBarProps {
  tabs: readonly Place[]
  /** The current path. */
  path: string
  /** On a phone only the tabs' own pages show the bar; the rail is always there. */
  isShownNarrow: boolean
  /** The badge of the member's own tab. */
  badge: ReactNode
}

/**
 * The tabs: a bar at the bottom on a phone, a rail at the side from 900 px. Both are one element, so that screen
 * readers read it once.
 */
export function TabBar({ tabs, path, isShownNarrow, badge }: TabBarProps) {
  const { _ } = useLingui()
  const { t } = useWords()
  // Marked at once: the tab's page may take a slow phone many frames.
  const [pressed, setPressed] = useState<{ tab: Place; on: string }>()
  useEffect(() => {
    if (!pressed) return
    const timer = setTimeout(() => setPressed(undefined), markedMs)
    return () => clearTimeout(timer)
  }, [pressed])
  const over = pressed?.on === path ? pressed.tab : tabOver(tabs, path)
  return (
    <nav aria-label={t`Main`} className={classNames(barClass, !isShownNarrow && 'max-wide:hidden')}>
      <ul className="mx-auto flex max-w-content justify-around wide:mx-0 wide:flex-col wide:gap-2">
        {tabs.map((tab) => (
          <li key={tab.path} className="@container min-w-0 flex-1 wide:flex-none">
            <Link
              to={tab.path}
              activeOptions={{ includeSearch: false }}
              onClick={(event) => opensHere(event) && setPressed({ tab, on: path })}
              className={tabClass}
              aria-current={tab === over || undefined}
            >
              <span className={markClass}>
                <Icon name={tab === over ? iconsOf(tab).selectedIcon : iconsOf(tab).icon} />
              </span>
              <span className={labelClass}>{_(tab.title)}</span>
              {tab.access === 'member' && <span className={badgeClass}>{badge}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Not in another tab or window of the browser. */
function opensHere({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey
}

/** Milliseconds. The page that was left may have asked to stay. */
const markedMs = 1000

const barClass =
  'layer-navbar border-t border-line bg-surface/92 ps-(--safe-start) pe-(--safe-end) pb-(--safe-bottom) backdrop-blur-md wide:rail'
const tabClass =
  'group relative flex min-h-14 flex-col items-center justify-center gap-0.5 px-0.5 transition-colors duration-(--quick) wide:min-h-18 wide:rounded-lg text-ink-soft aria-[current]:text-accent-ink'
const markClass =
  'grid h-7 w-full max-w-14 place-items-center rounded-full transition-colors duration-(--calm) group-hover:bg-sunken group-aria-[current]:bg-accent-soft selected-mark'
// As high as the disc behind the icon, beside which the badge stands.
const badgeClass = 'absolute inset-x-0 top-1'
// On the narrowest phone four tabs share the width: text at twice the size grows only as far as its tab is wide.
const labelClass = 'max-w-full truncate text-[min(0.75rem,15.5cqi)] leading-4 font-strong'
