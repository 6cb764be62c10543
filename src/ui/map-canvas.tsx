import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { fitting, gathered, moved, toPoint, zoomed, type MapView, type Point, type Size } from '../lib/map-view.ts'
import { IconButton } from './button.tsx'
import { MapGround } from './map-ground.tsx'
import { MapPin } from './map-pin.tsx'
import type { MapPlace, PositionMapProps } from './position-map.tsx'
import { useDragging } from './use-dragging.ts'

/** Pins closer together than a fingertip (in pixels) are grouped. */
const fingertip = 40
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
export function MapCanvas({ label, places, selected, onSelect, here }: PositionMapProps) {
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [chosen, setChosen] = useState<MapView>()
  const fitted = fitting([...places.map((it) => it.at), ...(here ? [here] : [])], size, room)
  const view = chosen ?? fitted
  const middle = { x: size.width / 2, y: size.height / 2 }
  useDragging(frame, (by, times, around) =>
    setChosen((it) => moved(zoomed(it ?? fitted, times, { x: around.x - middle.x, y: around.y - middle.y }), by)),
  )
  const onScreen = ({ x, y }: Point) => ({ x: x + middle.x, y: y + middle.y })
  const points = places.map((place) => ({ place, ...onScreen(toPoint(view, place.at)) }))
  const groups = gathered(
    points
      .toSorted((a, b) => Number(b.place.id === selected) - Number(a.place.id === selected))
      .filter((it) => isInside(it, size)),
    fingertip,
  )
  // Zooms in until the pins stand apart; pins on the same spot are selected one after the other instead.
  const look = (together: readonly MapPlace[]) => {
    const closer = fitting(
      together.map((it) => it.at),
      size,
      room,
    )
    const areApart =
      gathered(
        together.map((it) => toPoint(closer, it.at)),
        fingertip,
      ).length > 1
    const next = together[(together.findIndex((it) => it.id === selected) + 1) % together.length]
    if (areApart) setChosen(closer)
    else if (next) onSelect?.(next.id)
  }
  const press = (event: KeyboardEvent) => {
    const change = keys[event.key]
    if (!change) return
    event.preventDefault()
    setChosen(change(view))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons have the focus; the arrows that none of them takes move the map
    <div
      ref={frame}
      role="group"
      aria-label={label}
      dir="ltr"
      onKeyDown={press}
      className="relative size-full cursor-grab touch-none overflow-hidden select-none active:cursor-grabbing"
    >
      {size.width > 0 && (
        <>
          <MapGround view={view} size={size} here={here} />
          {groups.map((group) => (
            <MapPin
              key={group[0]?.place.id}
              group={group}
              isSelected={group.some((it) => it.place.id === selected)}
              onSelect={onSelect}
              onCloser={() => look(group.map((it) => it.place))}
            />
          ))}
          <div className="absolute inset-e-2 bottom-2 flex flex-col rounded-full border border-line bg-surface shadow-float">
            <IconButton icon="plus" label={t`Closer`} onClick={() => setChosen(zoomed(view, 2))} />
            <IconButton icon="minus" label={t`Further away`} onClick={() => setChosen(zoomed(view, 0.5))} />
            {chosen && <IconButton icon="refresh" label={t`Show all places`} onClick={() => setChosen(undefined)} />}
          </div>
          <p className="pointer-events-none absolute start-3 top-2 max-w-[70%] text-small text-ink-soft">
            <Trans>Positions only, without streets</Trans>
          </p>
        </>
      )}
    </div>
  )
}

function isInside({ x, y }: Point, { width, height }: Size): boolean {
  return x > 0 && y > 0 && x < width && y < height
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
