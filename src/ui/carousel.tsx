import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode, type UIEvent } from 'react'
import { classNames } from './class-names.ts'

interface CarouselProps {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
}

/** Slides that a finger moves; the browser does the scrolling and snapping. They never move by themselves. */
export function Carousel({ label, slides }: CarouselProps) {
  const { t } = useLingui()
  const [current, setCurrent] = useState(0)
  const count = slides.length
  const follow = ({ currentTarget: track }: UIEvent<HTMLUListElement>) => {
    const width = track.scrollWidth / Math.max(1, count)
    setCurrent(Math.min(count - 1, Math.round(Math.abs(track.scrollLeft) / width)))
  }
  return (
    <section aria-roledescription={t`carousel`} aria-label={label} className="flex flex-col gap-2">
      <ul
        onScroll={follow}
        className="-mx-4 flex snap-x snap-mandatory gap-3 overflow-x-auto scroll-px-4 px-4 [scrollbar-width:none]"
      >
        {slides.map((it, index) => {
          const place = index + 1
          return (
            <li
              key={it.key}
              aria-roledescription={t`slide`}
              aria-label={t`${place} of ${count}`}
              className={classNames('shrink-0 snap-start', count > 1 ? 'w-[88%] wide:w-[48%]' : 'w-full')}
            >
              {it.content}
            </li>
          )
        })}
      </ul>
      {count > 1 && (
        <div aria-hidden className="flex justify-center gap-1.5">
          {slides.map((it, index) => (
            <span
              key={it.key}
              className={classNames(
                'h-1.5 rounded-full transition-[width,background-color] duration-(--quick)',
                index === current ? 'w-4 bg-accent' : 'w-1.5 bg-edge',
              )}
            />
          ))}
        </div>
      )}
    </section>
  )
}
