import { useLingui } from '@lingui/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { MapView, Size } from '../lib/map-view.ts'
import { optionalCode } from '../lib/optional-code.ts'
import { reported } from '../lib/report.ts'
import type { StreetLayer } from './street-layer.ts'
import type { Streets } from './position-map.tsx'

interface StreetGroundProps {
  streets: Streets
  view: MapView
  size: Size
  /** Whether streets are seen here: not where they can't be drawn, nor where no tile is. */
  onRest: (hasStreets: boolean) => void
}

/**
 * The streets under the pins. The element stays empty, and what lies under it is seen, while they are fetched, where
 * they can't be, and where the browser can't draw them.
 */
export function StreetGround({ streets, view, size, onRest }: StreetGroundProps) {
  const { i18n } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<StreetLayer>(undefined)
  const shown = useRef({ view, size })
  useLayoutEffect(() => {
    shown.current = { view, size }
    layer.current?.show(view, size)
  }, [view, size])

  useEffect(() => {
    const container = frame.current
    if (!container || !canDraw()) return
    const gone = new AbortController()
    const { signal } = gone
    const drop = () => {
      layer.current?.remove()
      layer.current = undefined
      onRest(false)
    }
    async function begin(element: HTMLElement) {
      const [{ createStreetLayer, workerUrl }, tiles] = await optionalCode(() => [
        import('./street-layer.ts'),
        streets.open(),
      ])
      await streets.fetchFile(workerUrl)
      if (signal.aborted || layer.current) return
      layer.current = createStreetLayer(element, shown.current, {
        tiles,
        language: i18n.locale,
        onRest,
        onLost: drop,
      })
    }
    const start = () => void begin(container).catch(reported('map: streets'))
    start()
    addEventListener('online', () => (layer.current ? layer.current.retry() : start()), { signal })
    const recolour = () => layer.current?.recolour()
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, { signal })
    const look = new MutationObserver(recolour)
    look.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
    return () => {
      gone.abort()
      look.disconnect()
      drop()
    }
  }, [streets, i18n.locale, onRest])
  return (
    <div
      ref={frame}
      aria-hidden
      className="pointer-events-none absolute inset-0 [&_canvas]:absolute [&_canvas]:inset-0"
    />
  )
}

let hasWebGl: boolean | undefined

/** Asked before a megabyte is fetched for nothing; once, because a browser gives few contexts. */
function canDraw(): boolean {
  return (hasWebGl ??= document.createElement('canvas').getContext('webgl2') !== null)
}
