import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Point } from '../lib/map-view.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { MapPlace } from './position-map.tsx'

interface MapPinProps {
  /** One place, or several that are too close together to be touched apart. */
  group: readonly (Point & { place: MapPlace })[]
  isSelected: boolean
  onSelect: ((id: string) => void) | undefined
  onCloser: () => void
}

export function MapPin({ group, isSelected, onSelect, onCloser }: MapPinProps) {
  const { t, i18n } = useLingui()
  const [first] = group
  if (!first) return null
  const count = group.length
  const isOne = count === 1
  return (
    <button
      type="button"
      aria-pressed={isOne ? isSelected : undefined}
      aria-label={isOne ? first.place.label : t`${plural(count, { one: '# place', other: '# places' })}, look closer`}
      title={isOne ? first.place.label : undefined}
      onClick={() => (isOne ? onSelect?.(first.place.id) : onCloser())}
      style={{ left: first.x, top: first.y }}
      className={classNames(
        'absolute grid size-11 -translate-x-1/2 place-items-center',
        isOne ? '-translate-y-full' : '-translate-y-1/2',
        isSelected && 'z-1',
      )}
    >
      {isOne && (
        <svg viewBox="0 0 44 44" aria-hidden className="absolute inset-0 drop-shadow-sm">
          <path
            d="M22 43C14 33 7 27 7 18a15 15 0 0 1 30 0c0 9-7 15-15 25z"
            fill={isSelected ? 'var(--color-ink)' : 'var(--color-accent)'}
            stroke="var(--color-raised)"
            strokeWidth="2"
          />
        </svg>
      )}
      {isOne ? (
        <span className={classNames('relative -mt-2', isSelected ? 'text-canvas' : 'text-on-accent')}>
          <Icon name={first.place.icon} size="tiny" />
        </span>
      ) : (
        <span
          className={classNames(
            'figures grid size-9 place-items-center rounded-full border-2 border-raised text-small font-strong shadow-float',
            isSelected ? 'bg-ink text-canvas' : 'bg-accent text-on-accent',
          )}
        >
          {new Intl.NumberFormat(i18n.locale).format(count)}
        </span>
      )}
    </button>
  )
}
