import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { drawingRoom } from './chart-frame.tsx'

interface LongDrawingProps {
  values: readonly (number | null)[]
  /** The value at the upper edge. */
  top: number
}

/** Hundreds of points, drawn on a canvas. It says nothing by itself: the frame around it does. */
export function LongDrawing({ values, top }: LongDrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = place.current
    if (!parent) return
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = drawn(parent, values, top)
    }
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
  return <div ref={place} aria-hidden className="h-full w-full overflow-hidden fill-accent-soft text-accent-ink" />
}

function drawn(parent: HTMLElement, values: readonly (number | null)[], top: number): uPlot {
  const style = getComputedStyle(parent)
  const { width, height } = parent.getBoundingClientRect()
  const hidden = { show: false }
  return new uPlot(
    {
      width,
      height,
      padding: [drawingRoom.above * height, 0, drawingRoom.below * height, 0],
      cursor: hidden,
      legend: hidden,
      axes: [hidden, hidden],
      scales: { x: { time: false, dir: style.direction === 'rtl' ? -1 : 1 }, y: { range: [0, top] } },
      series: [{}, { stroke: style.color, fill: style.fill, width: 2, points: hidden }],
    },
    [values.map((_, at) => at), [...values]],
    parent,
  )
}
