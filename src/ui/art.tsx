import drawingsFile from './art.svg?url&no-inline'
import { classNames } from './class-names.ts'

/** The drawings of `art.svg`, by what they show. */
export const drawings = {
  vehicles: [
    'scooter',
    'moped',
    'e-bike',
    'cargo-bike',
    'three-wheeler',
    'compact-car',
    'sedan',
    'van',
    'minibus',
    'bus',
    'pickup',
    'truck',
  ],
  piles: ['ac-wall-box', 'ac-post', 'dc-charger', 'swap-cabinet', 'solar-canopy', 'battery-storage'],
  things: ['gift-box', 'gold-coins', 'lucky-ball', 'volt'],
  scenes: [
    'no-products',
    'no-messages',
    'no-income',
    'no-orders',
    'nothing-found',
    'queue-empty',
    'offline',
    'error',
    'not-built',
    'no-coupons',
    'no-places',
    'no-cards',
    'no-team',
    'no-news',
    'no-contracts',
    'no-prizes',
    'check-in',
    'achievement',
    'welcome',
  ],
} as const

export type ArtName = (typeof drawings)[keyof typeof drawings][number]

const known = new Set<string>(Object.values(drawings).flat())
const sizes = { thumb: 'h-11 w-16', card: 'h-28 w-full', hero: 'h-48 w-full', scene: 'h-44 w-60 max-w-full' }

interface ArtProps {
  /** A name from the server without a drawing in this version shows the app's mark instead. */
  name: ArtName | (string & {})
  size?: keyof typeof sizes
  /** Read to screen readers; without it the picture is decoration. */
  label?: string
}

/** One of the app's own drawings: all are in one file, fetched once, coloured by the page's own tokens. */
export function Art({ name, size = 'card', label }: ArtProps) {
  return (
    <svg
      data-art
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames('block shrink-0', sizes[size])}
    >
      <use href={`${drawingsFile}#${known.has(name) ? name : 'volt'}`} />
    </svg>
  )
}
