import { useEffect, useEffectEvent } from 'react'

/**
 * The sheets and dialogs that are open, the topmost last. The shell gives each a history entry, so that the system's
 * back closes the topmost and not the page (shell/overlay-entries.ts).
 */
const overlays: Overlay[] = []
const listeners = new Set<() => void>()

interface Overlay {
  close: () => void
}

/** Call this in every part that lies over the page and holds its focus. */
export function useOverlay(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    return addOverlay(() => close())
  }, [isOpen])
}

/** Counts an overlay that has opened, and returns the function to call once it has closed. */
export function addOverlay(close: () => void): () => void {
  const overlay = { close }
  overlays.push(overlay)
  tell()
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1)
    tell()
  }
}

export function countOverlays(): number {
  return overlays.length
}

/** Closes the topmost until `count` are left. One that has to stay, as while it is sending, stays. */
export function closeOverlays(count: number): void {
  for (const overlay of overlays.slice(count).toReversed()) overlay.close()
}

/** Calls `listener` when one has opened or closed. */
export function onOverlays(listener: () => void): void {
  listeners.add(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
