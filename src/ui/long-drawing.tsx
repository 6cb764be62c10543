import { memo, useLayoutEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { drawingRoom } from './path-drawing.tsx'

interface LongDrawingProps {
  values: readonly (number | null)[]
  /** The value at the upper edge. */
  top: number
}

/**
 * Hundreds of points, drawn on a canvas. It says nothing by itself: the frame around it does. Pages make the array anew
 * whenever they render; the same values keep their canvas, which would blink.
 */
export const LongDrawing = memo(Drawing, (before, now) => before.top === now.top && isSame(before.values, now.values))

function Drawing({ values, top }: LongDrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  // Before the frame that shows the place, so that it never shows empty.
  useLayoutEffect(() => {
    const parent = place.current
    if (!parent) return
    let plot: uPlot | undefined
    let look = ''
    // The observers also tell of what changes nothing here, the first time always. A canvas that is made anew blinks.
    const draw = () => {
      const next = lookOf(parent)
      if (JSON.stringify(next) === look) return
      look = JSON.stringify(next)
      plot?.destroy()
      plot = drawn(parent, next, values, top)
    }
    draw()
    const resizing = new ResizeObserver(draw)
    resizing.observe(parent)
    // Colours are read when it is drawn; the theme may change later.
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, { attributes: true })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      resizing.disconnect()
      themes.disconnect()
      dark.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [values, top])
  return (
    <div
      ref={place}
      aria-hidden
      className="h-full w-full overflow-hidden border-b border-line fill-accent-soft text-accent-ink"
    />
  )
}

function isSame(one: readonly (number | null)[], other: readonly (number | null)[]): boolean {
  return one.length === other.length && one.every((it, at) => it === other[at])
}

interface Look {
  width: number
  height: number
  color: string
  fill: string
  direction: string
}

/** What a drawing depends on besides its values. */
function lookOf(parent: HTMLElement): Look {
  const { color, fill, direction } = getComputedStyle(parent)
  const { width, height } = parent.getBoundingClientRect()
  return { width, height, color, fill, direction }
}

function drawn(parent: HTMLElement, look: Look, values: readonly (number | null)[], top: number): uPlot {
  const { width, height, color, fill, direction } = look
  const hidden = { show: false }
  // A line needs two points; a single one is drawn as a dot.
  const isDot = values.filter((it) => it !== null).length === 1
  return new uPlot(
    {
      width,
      height,
      padding: [drawingRoom.above * height, 0, drawingRoom.below * height, 0],
      cursor: hidden,
      legend: hidden,
      axes: [hidden, hidden],
      scales: { x: { time: false, dir: direction === 'rtl' ? -1 : 1 }, y: { range: [0, top] } },
      series: [{}, { stroke: color, fill, width: 2, points: { show: isDot } }],
    },
    [values.map((_, at) => at), [...values]],
    parent,
  )
}
