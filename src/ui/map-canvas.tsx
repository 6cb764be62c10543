import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { gathered, levelOf } from '../lib/map-groups.ts'
import { edgesOf, fitting, moved, toPoint, toShare, zoomed, type MapView, type Size } from '../lib/map-view.ts'
import { IconButton } from './button.tsx'
import { MapGrid, MapGround } from './map-ground.tsx'
import { MiddlePin } from './map-pin.tsx'
import { fingertip, MapPins } from './map-pins.tsx'
import type { MapPlace, PositionMapProps } from './position-map.tsx'
import { StreetGround } from './street-ground.tsx'
import { useDragging } from './use-dragging.ts'

const step = 80
/** Pixels between the outermost pins and the edge, so that no pin lies under the buttons. */
const room = 76

const keys: Record<string, (view: MapView) => MapView> = {
  ArrowLeft: (view) => moved(view, { x: step, y: 0 }),
  ArrowRight: (view) => moved(view, { x: -step, y: 0 }),
  ArrowUp: (view) => moved(view, { x: 0, y: step }),
  ArrowDown: (view) => moved(view, { x: 0, y: -step }),
  '+': (view) => zoomed(view, 2),
  '-': (view) => zoomed(view, 0.5),
}

/** The map itself, in a chunk that is fetched with the first map. */
export function MapCanvas(props: PositionMapProps) {
  const { label, places, selected, onSelect, here, focus, onCentre, streets } = props
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const { view, isMoved, change, reset } = useView(props, size)
  const [hasStreets, setHasStreets] = useState(false)
  const { width, height } = size
  const middle = { x: width / 2, y: height / 2 }
  useDragging(frame, (by, times, around) =>
    change((it) => moved(zoomed(it, times, { x: around.x - middle.x, y: around.y - middle.y }), by)),
  )
  // Zooms in until the pins stand apart; pins on the same spot are selected one after the other instead.
  const lookCloser = useCallback(
    (together: readonly MapPlace[]) => {
      const at = together.map((it) => it.at)
      const closer = fitting(at, { width, height }, room)
      const points = at.map((it) => toPoint(closer, it))
      const next = together[(together.findIndex((it) => it.id === selected) + 1) % together.length]
      if (gathered(points, fingertip).length > 1) change(() => closer)
      else if (next) onSelect?.(next.id)
    },
    [width, height, selected, onSelect, change],
  )
  // A pin that the keyboard reaches outside the frame is brought into it.
  const bringIn = useCallback(
    ({ at }: MapPlace) =>
      change((it) => {
        const { x, y } = toPoint(it, at)
        return Math.abs(x) < width / 2 - 22 && Math.abs(y) < height / 2 - 44 ? it : { ...it, centre: at }
      }),
    [width, height, change],
  )
  const press = (event: KeyboardEvent) => {
    const key = keys[event.key]
    if (!key) return
    event.preventDefault()
    change(key)
  }
  useEffect(() => {
    if (width > 0) onCentre?.(view.centre)
  }, [onCentre, width, view.centre])

  const level = levelOf(view.world)
  const zoom = view.world / level
  const reach = Math.max(width, height)
  const share = toShare(view.centre)
  // The pins are placed around an anchor that follows the middle of the map in steps, so that most moves only shift
  // their layer.
  const [left, top] = [share.x, share.y].map((it) => (Math.round((it * level) / (reach / 2)) * reach) / 2) as [
    number,
    number,
  ]
  const shift = { x: middle.x + (left - share.x * level) * zoom, y: middle.y + (top - share.y * level) * zoom }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons have the focus; the arrows that none of them takes move the map
    <div
      ref={frame}
      role="group"
      aria-label={label}
      dir="ltr"
      onKeyDown={press}
      className="relative size-full cursor-grab touch-none overflow-clip select-none active:cursor-grabbing"
    >
      {width > 0 && (
        <>
          <MapGrid view={view} size={size} />
          {streets && <StreetGround streets={streets} view={view} size={size} onRest={setHasStreets} />}
          <MapGround view={view} size={size} here={here} focus={focus} />
          <div
            className="absolute inset-s-0 top-0"
            style={
              { transform: `translate(${shift.x}px, ${shift.y}px)`, '--zoom': zoom } as Record<string, string | number>
            }
          >
            <MapPins
              {...{ places, selected, level, left, top, reach, onSelect }}
              onCloser={lookCloser}
              onReached={bringIn}
            />
          </div>
          {onCentre && <MiddlePin />}
          <div className="absolute inset-e-2 bottom-2 flex flex-col rounded-full border border-line bg-surface shadow-float">
            <IconButton icon="plus" label={t`Zoom in`} onClick={() => change((it) => zoomed(it, 2))} />
            <IconButton icon="minus" label={t`Zoom out`} onClick={() => change((it) => zoomed(it, 0.5))} />
            {isMoved && <IconButton icon="refresh" label={t`Show all places`} onClick={reset} />}
          </div>
          <p className="pointer-events-none absolute start-3 top-2 max-w-[70%] rounded-sm bg-sunken px-1 text-small empty:hidden text-ink-soft">
            {streets && hasStreets ? streets.attribution : <Trans>Positions only, no streets</Trans>}
          </p>
        </>
      )}
    </div>
  )
}

/** The part of the world that is shown: what the props ask for, until the reader moves the map. */
function useView({ places, here, focus }: PositionMapProps, size: Size) {
  const [chosen, setChosen] = useState<MapView>()
  const [followed, follow] = useState(focus)
  if (focus !== followed) {
    follow(focus)
    setChosen(undefined)
  }
  const fitted = useMemo(() => {
    if (focus?.radiusKm !== undefined) return fitting(edgesOf(focus.at, focus.radiusKm), size, 12)
    const shown = focus ? [focus.at] : [...places.map((it) => it.at), ...(here ? [here] : [])]
    return fitting(shown, size, room)
  }, [places, here, focus, size])
  // Several moves may come between two frames; each starts where the one before ended.
  const change = useCallback((to: (view: MapView) => MapView) => setChosen((it) => to(it ?? fitted)), [fitted])
  return { view: chosen ?? fitted, isMoved: chosen !== undefined, change, reset: () => setChosen(undefined) }
}

function useSize(frame: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (!frame.current) return
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    watcher.observe(frame.current)
    return () => watcher.disconnect()
  }, [frame])
  return size
}
