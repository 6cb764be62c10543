import type { ComponentProps } from 'react'
import { Drawing } from '../ui/drawing.tsx'
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

interface GoodsArtProps extends Omit<ComponentProps<typeof Drawing>, 'href'> {
  /** A name without a drawing in this version shows a canvas bag. */
  art: string
}

/** A drawing of goods. They are in a file of the mall's own, so that no other page fetches them. */
export function GoodsArt({ art, ...drawing }: GoodsArtProps) {
  return <Drawing href={`${goodsFile}#${known.has(art) ? art : 'canvas-bag'}`} {...drawing} />
}
