import { classNames } from '../../ui/class-names.ts'
import { BoxPart, SlotArt } from './art.tsx'
import type { Phase } from './table.ts'
import { useAnimation } from './use-animation.ts'

interface OpeningBoxProps {
  phase: Phase
  /** What lies in it, once it is drawn. */
  art: string | undefined
  /** Milliseconds after the landing's begin at which it opens. */
  delay?: number
  /** A box that isn't drawn stands still. */
  isMoving?: boolean
  /** Distinguishes one opening from the next. */
  drawId: string | undefined
  colour: number
}

/** Boxes differ in colour alone; chance has no part in it. */
const colours = ['', '[--art-main:var(--art-rose)]', '[--art-main:var(--art-leaf)]'] as const

/** A box that shakes while the server draws, and opens on what it drew. */
export function OpeningBox({ phase, art, delay = 0, isMoving = true, drawId, colour }: OpeningBoxProps) {
  const key = `${phase} ${drawId} ${isMoving}`
  const timing = { delay, duration: 650, fill: 'both', easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const
  const box = useAnimation<HTMLDivElement>(key, (it) =>
    phase === 'waiting' && isMoving
      ? [
          it.animate(
            [0, -5, 4, -3, 5, 0].map((degrees) => ({ transform: `rotate(${degrees}deg)` })),
            { duration: 480, iterations: Number.POSITIVE_INFINITY, delay: colour * 60 },
          ),
        ]
      : [],
  )
  const lid = useAnimation<HTMLDivElement>(key, (it) =>
    phase === 'landing' && art !== undefined
      ? [
          it.animate(
            [
              { transform: 'none', opacity: 1 },
              { transform: 'translateY(-55%) rotate(-24deg)', opacity: 0 },
            ],
            timing,
          ),
        ]
      : [],
  )
  const prize = useAnimation<HTMLDivElement>(key, (it) =>
    phase === 'landing' && art !== undefined
      ? [
          it.animate(
            [
              { transform: 'translateY(30%) scale(0.2)', opacity: 0 },
              { transform: 'translateY(-8%) scale(1.1)', opacity: 1, offset: 0.7 },
              { transform: 'none', opacity: 1 },
            ],
            timing,
          ),
        ]
      : [],
  )
  const isOpen = art !== undefined && phase !== 'waiting'
  return (
    <div
      ref={box}
      aria-hidden
      className={classNames('relative aspect-square w-full will-change-transform', colours[colour % colours.length])}
    >
      <div className="absolute inset-0">
        <BoxPart part="box" />
      </div>
      <div ref={prize} className={classNames('absolute inset-x-[18%] top-0 h-[64%]', !isOpen && 'opacity-0')}>
        {art !== undefined && <SlotArt art={art} size="cell" />}
      </div>
      <div ref={lid} className={classNames('absolute inset-0', isOpen && 'opacity-0')}>
        <BoxPart part="lid" />
      </div>
    </div>
  )
}
