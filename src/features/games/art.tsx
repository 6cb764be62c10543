import { classNames } from '../../ui/class-names.ts'
import drawingsFile from './games.svg?url&no-inline'

export const slotArts = [
  'coins',
  'coins-2',
  'coins-3',
  'balls',
  'balls-2',
  'coupon',
  'money',
  'money-2',
  'nothing',
  'gift',
  'star',
  'plain',
] as const
export const gameArts = ['wheel', 'balls', 'box', 'box-2', 'plain'] as const
export const boxParts = ['box', 'lid'] as const

const knownSlots: readonly string[] = slotArts
const knownGames: readonly string[] = gameArts
const sizes = { thumb: 'size-11', cell: 'size-full', hero: 'size-36' }

/** The drawing of a slot, decoration beside its words. A name without a drawing in this version gets a plain one. */
export function SlotArt({ art, size = 'thumb' }: { art: string; size?: keyof typeof sizes }) {
  return (
    <svg data-art aria-hidden className={classNames('block shrink-0', sizes[size])}>
      <use href={`${drawingsFile}#slot-${knownSlots.includes(art) ? art : 'plain'}`} />
    </svg>
  )
}

/** The drawing of a game, as wide as its place. */
export function GameArt({ art, size = 'h-28 w-full' }: { art: string; size?: string }) {
  return (
    <svg data-art aria-hidden className={classNames('block shrink-0', size)}>
      <use href={`${drawingsFile}#game-${knownGames.includes(art) ? art : 'plain'}`} />
    </svg>
  )
}

/** One part of a box, so that its lid moves by itself. */
export function BoxPart({ part }: { part: (typeof boxParts)[number] }) {
  return (
    <svg data-art aria-hidden className="block size-full">
      <use href={`${drawingsFile}#part-${part}`} />
    </svg>
  )
}
