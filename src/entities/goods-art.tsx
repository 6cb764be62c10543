import { classNames } from '../ui/class-names.ts'
import goodsFile from './goods.svg?url&no-inline'

/** The drawings of `goods.svg`, by what they show. */
export const goodsDrawings = [
  'voucher-five',
  'voucher-fifteen',
  'ten-per-cent',
  'lucky-ten',
  'lucky-fifty',
  'lucky-two-hundred',
  'helmet',
  'gloves',
  'phone-holder',
  'rain-poncho',
  'saddle-bag',
  'folding-lock',
  'brass-bell',
  'pocket-pump',
  'reflective-vest',
  'power-bank',
  'braided-cable',
  'wall-plug',
  'solar-lamp',
  'head-torch',
  'steel-bottle',
  'umbrella',
  'enamel-mug',
  'canvas-bag',
] as const

const known = new Set<string>(goodsDrawings)
const sizes = { thumb: 'h-11 w-16', card: 'h-28 w-full', hero: 'h-48 w-full' }

interface GoodsArtProps {
  /** A name without a drawing in this version shows a canvas bag. */
  art: string
  size?: keyof typeof sizes
  /** Read to screen readers; without it the picture is decoration. */
  label?: string
}

/** A drawing of goods. They are in a file of the mall's own, so that no other page fetches them. */
export function GoodsArt({ art, size = 'card', label }: GoodsArtProps) {
  return (
    <svg
      data-art
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames('block shrink-0', sizes[size])}
    >
      <use href={`${goodsFile}#${known.has(art) ? art : 'canvas-bag'}`} />
    </svg>
  )
}
