import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { numberFormat } from '../lib/intl.ts'
import type { MapPlace } from './position-map.tsx'

interface MapPinProps {
  /** Pixels from the layer's anchor, where the layer's `--zoom` is 1. */
  x: number
  y: number
  /** One place, or several that are too close together to be touched apart. */
  places: readonly MapPlace[]
  isSelected: boolean
  onSelect: ((id: string) => void) | undefined
  onCloser: (places: readonly MapPlace[]) => void
  /** The keyboard or a screen reader has reached the pin. */
  onReached: (place: MapPlace) => void
}

const drop = 'M22 43C14 33 7 27 7 18a15 15 0 0 1 30 0c0 9-7 15-15 25z'

export function MapPin({ x, y, places, isSelected, onSelect, onCloser, onReached }: MapPinProps) {
  const { t, i18n } = useLingui()
  const [first] = places
  if (!first) return null
  const count = places.length
  const isOne = count === 1
  return (
    <button
      type="button"
      aria-pressed={isOne ? isSelected : undefined}
      aria-label={isOne ? first.label : t`${plural(count, { one: '# place', other: '# places' })}, zoom in`}
      title={isOne ? first.label : undefined}
      onClick={() => (isOne ? onSelect?.(first.id) : onCloser(places))}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) onReached(first)
      }}
      style={{ left: `calc(var(--zoom) * ${x}px)`, top: `calc(var(--zoom) * ${y}px)` }}
      className={classNames(
        // All stand above their spot, so that two of them are as far apart as the spots are.
        'absolute grid size-11 -translate-x-1/2 -translate-y-full place-items-center',
        isSelected && 'z-1',
      )}
    >
      {isOne && (
        <svg viewBox="0 0 44 44" aria-hidden className="absolute inset-0 drop-shadow-sm">
          <path
            d={drop}
            fill={isSelected ? 'var(--color-ink)' : 'var(--color-accent)'}
            stroke="var(--color-raised)"
            strokeWidth="2"
          />
        </svg>
      )}
      {isOne ? (
        <span className={classNames('relative -mt-2', isSelected ? 'text-canvas' : 'text-on-accent')}>
          <Icon name={first.icon} size="tiny" />
        </span>
      ) : (
        <span
          className={classNames(
            'figures grid size-9 place-items-center rounded-full border-2 border-raised text-small font-strong shadow-float',
            isSelected ? 'bg-ink text-canvas' : 'bg-accent text-on-accent',
          )}
        >
          {numberFormat(i18n.locale, { notation: 'compact' }).format(count)}
        </span>
      )}
    </button>
  )
}

/** The pin in the middle of a map on which a spot is chosen. */
export function MiddlePin() {
  return (
    <svg
      viewBox="0 0 44 44"
      aria-hidden
      className="pointer-events-none absolute start-1/2 top-1/2 z-1 size-13 -translate-x-1/2 -translate-y-full drop-shadow-sm"
    >
      <path d={drop} fill="var(--color-ink)" stroke="var(--color-raised)" strokeWidth="2" />
      <circle cx="22" cy="18" r="5" fill="var(--color-canvas)" />
    </svg>
  )
}
