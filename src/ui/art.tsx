import drawingsFile from './art.svg?url&no-inline'
import type { ComponentProps } from 'react'
import { Drawing } from './drawing.tsx'
import { backdrops, liveryOf } from './livery.ts'

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
  places: backdrops,
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

interface ArtProps extends Omit<ComponentProps<typeof Drawing>, 'href'> {
  /** A name from the server without a drawing in this version shows the app's mark instead. */
  name: ArtName | (string & {})
  /** The name of the product that is drawn: it has a colour and a backdrop of its own. */
  product?: string
}

/** One of the app's own drawings: all are in one file, fetched once, coloured by the page's own tokens. */
export function Art({ name, product, ...drawing }: ArtProps) {
  const livery = product === undefined ? undefined : liveryOf(product)
  return (
    <Drawing
      href={`${drawingsFile}#${known.has(name) ? name : 'volt'}`}
      {...(livery && { hue: livery.hue, behind: `${drawingsFile}#${livery.backdrop}` })}
      {...drawing}
    />
  )
}
